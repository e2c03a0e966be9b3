#include "grammar/lexicon.h"

namespace dragoman::grammar {
namespace {

constexpr Classes kSized = kAnimal | kGoods | kOpenable | kLandmark | kPlace;
constexpr Classes kColoured = kPortable | kClothing | kVehicle | kFurniture;

constexpr Name kPeople[] = {{"Anna", "Anna"},  {"Maria", "Maria"},   {"Julia", "Julia"},
                            {"Lisa", "Lisa"},  {"Laura", "Laura"},   {"Peter", "Peter"},
                            {"Paul", "Paul"},  {"Martin", "Martin"}, {"David", "David"},
                            {"Simon", "Simon"}};

constexpr Name kCities[] = {{"Berlin", "Berlin"},  {"Hamburg", "Hamburg"}, {"Vienna", "Wien"},
                            {"Munich", "München"}, {"Cologne", "Köln"},    {"London", "London"},
                            {"Rome", "Rom"},       {"Zurich", "Zürich"}};

// clang-format off
constexpr Adjective kAdjectives[] = {
    {"big", "bigger", "groß", "größer", kSized},
    {"small", "smaller", "klein", "kleiner", kSized | kPerson},
    {"old", "older", "alt", "älter", kLiving | kGoods | kReadable | kPlace},
    {"new", "newer", "neu", "neuer", kGoods | kReadable | kBuilding},
    {"young", "younger", "jung", "jünger", kLiving},
    {"beautiful", "more beautiful", "schön", "schöner", kLiving | kGoods | kPlace | kOccasion},
    {"ugly", "uglier", "hässlich", "hässlicher", kAnimal | kGoods | kPlace},
    {"expensive", "more expensive", "teuer", "teurer", kGoods | kGroceries, "teur"},
    {"cheap", "cheaper", "billig", "billiger", kGoods | kGroceries},
    {"red", "", "rot", "", kColoured},
    {"blue", "", "blau", "", kColoured},
    {"green", "", "grün", "", kColoured},
    {"black", "", "schwarz", "", kColoured | kAnimal},
    {"white", "", "weiß", "", kColoured | kAnimal},
    {"good", "better", "gut", "besser", kPerson | kReadable | kGroceries},
    {"fast", "faster", "schnell", "schneller", kVehicle},
    {"strong", "stronger", "stark", "stärker", kLiving},
    {"clever", "cleverer", "klug", "klüger", kLiving},
    {"friendly", "friendlier", "freundlich", "freundlicher", kLiving},
    {"lazy", "lazier", "faul", "fauler", kLiving},
    {"happy", "happier", "glücklich", "glücklicher", kPerson},
    {"sad", "sadder", "traurig", "trauriger", kPerson},
    {"rich", "richer", "reich", "reicher", kPerson},
    {"poor", "poorer", "arm", "ärmer", kPerson},
    {"famous", "more famous", "berühmt", "berühmter", kPerson | kBuilding},
    {"tired", "more tired", "müde", "müder", kLiving, "müd"},
    {"hungry", "hungrier", "hungrig", "hungriger", kLiving},
    {"fresh", "fresher", "frisch", "frischer", kFood},
    {"cold", "colder", "kalt", "kälter", kDrink},
    {"warm", "warmer", "warm", "wärmer", kDrink | kClothing},
    {"heavy", "heavier", "schwer", "schwerer", kPortable | kFurniture},
    {"long", "longer", "lang", "länger", kReadable | kOccasion},
    {"short", "shorter", "kurz", "kürzer", kReadable | kOccasion},
    {"boring", "more boring", "langweilig", "langweiliger", kReadable | kOccasion},
    {"interesting", "more interesting", "interessant", "interessanter", kReadable | kBuilding},
    {"empty", "", "leer", "", kContainer | kBuilding},
    {"broken", "", "kaputt", "", kDevice | kVehicle},
    {"dirty", "dirtier", "schmutzig", "schmutziger", kClothing | kVehicle | kContainer},
    {"dark", "darker", "dunkel", "dunkler", kBuilding | kClothing, "dunkl"},
    {"quiet", "quieter", "ruhig", "ruhiger", kPlace},
};
// clang-format on

}  // namespace

std::span<const Name> people() { return kPeople; }
std::span<const Name> cities() { return kCities; }
std::span<const Adjective> adjectives() { return kAdjectives; }

}  // namespace dragoman::grammar
