#include <stdexcept>

#include "grammar/lexicon.h"

namespace dragoman::grammar {
namespace {

constexpr Gender M = Gender::kMasculine;
constexpr Gender F = Gender::kFeminine;
constexpr Gender N = Gender::kNeuter;
constexpr Classes kText = kReadable | kPortable;
constexpr Classes kBag = kOpenable | kContainer | kPortable;
constexpr Classes kCup = kContainer | kPortable;
constexpr Classes kParent = kPerson | kKin | kOnlyOne;
constexpr Classes kRelative = kPerson | kKin;
constexpr Classes kStranger = kPerson | kPublic;
constexpr Classes kRoom = kPlace | kBuilding;
constexpr Classes kHall = kRoom | kPublic;
constexpr Classes kOutdoors = kPlace | kPublic;

// clang-format off
constexpr Noun kNouns[] = {
    {"man", "men", M, "Mann", "Männer", "Mannes", kStranger},
    {"woman", "women", F, "Frau", "Frauen", "", kStranger},
    {"child", "children", N, "Kind", "Kinder", "Kindes", kPerson},
    {"boy", "boys", M, "Junge", "Jungen", "Jungen", kStranger},
    {"girl", "girls", N, "Mädchen", "Mädchen", "Mädchens", kStranger},
    {"father", "fathers", M, "Vater", "Väter", "Vaters", kParent},
    {"mother", "mothers", F, "Mutter", "Mütter", "", kParent},
    {"brother", "brothers", M, "Bruder", "Brüder", "Bruders", kRelative},
    {"sister", "sisters", F, "Schwester", "Schwestern", "", kRelative},
    {"son", "sons", M, "Sohn", "Söhne", "Sohnes", kRelative},
    {"daughter", "daughters", F, "Tochter", "Töchter", "", kRelative},
    {"uncle", "uncles", M, "Onkel", "Onkel", "Onkels", kRelative},
    {"aunt", "aunts", F, "Tante", "Tanten", "", kRelative},
    {"friend", "friends", M, "Freund", "Freunde", "Freundes", kPerson},
    {"neighbour", "neighbours", M, "Nachbar", "Nachbarn", "Nachbarn", kPerson},
    {"teacher", "teachers", M, "Lehrer", "Lehrer", "Lehrers", kPerson},
    {"doctor", "doctors", M, "Arzt", "Ärzte", "Arztes", kPerson},
    {"student", "students", M, "Student", "Studenten", "Studenten", kPerson},
    {"guest", "guests", M, "Gast", "Gäste", "Gastes", kStranger},
    {"nurse", "nurses", F, "Krankenschwester", "Krankenschwestern", "", kPerson},
    {"actress", "actresses", F, "Schauspielerin", "Schauspielerinnen", "", kStranger},
    {"waitress", "waitresses", F, "Kellnerin", "Kellnerinnen", "", kStranger},

    {"dog", "dogs", M, "Hund", "Hunde", "Hundes", kAnimal},
    {"cat", "cats", F, "Katze", "Katzen", "", kAnimal},
    {"horse", "horses", N, "Pferd", "Pferde", "Pferdes", kAnimal},
    {"bird", "birds", M, "Vogel", "Vögel", "Vogels", kAnimal | kPublic},
    {"cow", "cows", F, "Kuh", "Kühe", "", kAnimal},
    {"bear", "bears", M, "Bär", "Bären", "Bären", kAnimal | kPublic},
    {"rabbit", "rabbits", N, "Kaninchen", "Kaninchen", "Kaninchens", kAnimal},

    {"apple", "apples", M, "Apfel", "Äpfel", "Apfels", kFood},
    {"cake", "cakes", M, "Kuchen", "Kuchen", "Kuchens", kFood},
    {"egg", "eggs", N, "Ei", "Eier", "Eies", kFood},
    {"pear", "pears", F, "Birne", "Birnen", "", kFood},
    {"tomato", "tomatoes", F, "Tomate", "Tomaten", "", kFood},
    {"bread", "", N, "Brot", "", "Brotes", kFood},
    {"cheese", "", M, "Käse", "", "Käses", kFood},
    {"soup", "", F, "Suppe", "", "", kFood},
    {"meat", "", N, "Fleisch", "", "Fleisches", kFood},
    {"water", "", N, "Wasser", "", "Wassers", kDrink},
    {"milk", "", F, "Milch", "", "", kDrink},
    {"coffee", "", M, "Kaffee", "", "Kaffees", kDrink},
    {"tea", "", M, "Tee", "", "Tees", kDrink},
    {"wine", "", M, "Wein", "", "Weines", kDrink},

    {"book", "books", N, "Buch", "Bücher", "Buches", kText},
    {"letter", "letters", M, "Brief", "Briefe", "Briefes", kText},
    {"newspaper", "newspapers", F, "Zeitung", "Zeitungen", "", kText},
    {"report", "reports", M, "Bericht", "Berichte", "Berichtes", kText},
    {"story", "stories", F, "Geschichte", "Geschichten", "", kReadable},
    {"poem", "poems", N, "Gedicht", "Gedichte", "Gedichtes", kReadable},

    {"door", "doors", F, "Tür", "Türen", "", kOpenable | kLandmark},
    {"window", "windows", N, "Fenster", "Fenster", "Fensters", kOpenable | kLandmark},
    {"box", "boxes", F, "Kiste", "Kisten", "", kBag},
    {"suitcase", "suitcases", M, "Koffer", "Koffer", "Koffers", kBag},
    {"bag", "bags", F, "Tasche", "Taschen", "", kBag},
    {"cup", "cups", F, "Tasse", "Tassen", "", kCup},
    {"glass", "glasses", N, "Glas", "Gläser", "Glases", kCup},
    {"key", "keys", M, "Schlüssel", "Schlüssel", "Schlüssels", kPortable},
    {"ball", "balls", M, "Ball", "Bälle", "Balles", kPortable},
    {"picture", "pictures", N, "Bild", "Bilder", "Bildes", kPortable},
    {"flower", "flowers", F, "Blume", "Blumen", "", kPortable},
    {"gift", "gifts", N, "Geschenk", "Geschenke", "Geschenkes", kPortable},
    {"umbrella", "umbrellas", M, "Regenschirm", "Regenschirme", "Regenschirmes", kPortable},
    {"coat", "coats", M, "Mantel", "Mäntel", "Mantels", kClothing},
    {"hat", "hats", M, "Hut", "Hüte", "Hutes", kClothing},
    {"shirt", "shirts", N, "Hemd", "Hemden", "Hemdes", kClothing},
    {"jacket", "jackets", F, "Jacke", "Jacken", "", kClothing},
    {"dress", "dresses", N, "Kleid", "Kleider", "Kleides", kClothing},
    {"lamp", "lamps", F, "Lampe", "Lampen", "", kDevice},
    {"radio", "radios", N, "Radio", "Radios", "Radios", kDevice},
    {"computer", "computers", M, "Computer", "Computer", "Computers", kDevice},
    {"clock", "clocks", F, "Uhr", "Uhren", "", kDevice},
    {"car", "cars", N, "Auto", "Autos", "Autos", kVehicle | kLandmark},
    {"bicycle", "bicycles", N, "Fahrrad", "Fahrräder", "Fahrrades", kVehicle},
    {"ship", "ships", N, "Schiff", "Schiffe", "Schiffes", kVehicle},
    {"bus", "buses", M, "Bus", "Busse", "Busses", kVehicle | kLandmark},

    {"table", "tables", M, "Tisch", "Tische", "Tisches", kFurniture},
    {"chair", "chairs", M, "Stuhl", "Stühle", "Stuhles", kFurniture},
    {"bed", "beds", N, "Bett", "Betten", "Bettes", kFurniture},
    {"sofa", "sofas", N, "Sofa", "Sofas", "Sofas", kFurniture},
    {"tree", "trees", M, "Baum", "Bäume", "Baumes", kLandmark | kPublic},

    {"house", "houses", N, "Haus", "Häuser", "Hauses", kRoom | kLandmark, "in", "in", "zu"},
    {"school", "schools", F, "Schule", "Schulen", "", kHall, "at", "in", "in"},
    {"station", "stations", M, "Bahnhof", "Bahnhöfe", "Bahnhofs", kHall, "at", "an", "zu"},
    {"airport", "airports", M, "Flughafen", "Flughäfen", "Flughafens", kHall, "at", "an", "zu"},
    {"hotel", "hotels", N, "Hotel", "Hotels", "Hotels", kHall, "in", "in", "zu"},
    {"restaurant", "restaurants", N, "Restaurant", "Restaurants", "Restaurants", kHall, "in", "in", "in"},
    {"museum", "museums", N, "Museum", "Museen", "Museums", kHall, "in", "in", "in"},
    {"church", "churches", F, "Kirche", "Kirchen", "", kHall, "in", "in", "in"},
    {"cinema", "cinemas", N, "Kino", "Kinos", "Kinos", kHall, "at", "in", "in"},
    {"library", "libraries", F, "Bibliothek", "Bibliotheken", "", kHall, "in", "in", "in"},
    {"office", "offices", N, "Büro", "Büros", "Büros", kRoom, "in", "in", "in"},
    {"kitchen", "kitchens", F, "Küche", "Küchen", "", kRoom, "in", "in", "in"},
    {"garden", "gardens", M, "Garten", "Gärten", "Gartens", kPlace, "in", "in", "in"},
    {"park", "parks", M, "Park", "Parks", "Parks", kOutdoors, "in", "in", "in"},
    {"forest", "forests", M, "Wald", "Wälder", "Waldes", kOutdoors, "in", "in", "in"},
    {"city", "cities", F, "Stadt", "Städte", "", kOutdoors, "in", "in", "in"},
    {"village", "villages", N, "Dorf", "Dörfer", "Dorfes", kPlace, "in", "in", "in"},
    {"market", "markets", M, "Markt", "Märkte", "Marktes", kOutdoors, "at", "auf", "auf"},
    {"beach", "beaches", M, "Strand", "Strände", "Strandes", kOutdoors, "on", "an", "an"},
    {"lake", "lakes", M, "See", "Seen", "Sees", kOutdoors, "at", "an", "zu"},
    {"island", "islands", F, "Insel", "Inseln", "", kOutdoors, "on", "auf", "auf"},

    {"concert", "concerts", N, "Konzert", "Konzerte", "Konzertes", kOccasion},
    {"meeting", "meetings", F, "Besprechung", "Besprechungen", "", kOccasion},
    {"party", "parties", F, "Feier", "Feiern", "", kOccasion},
    {"wedding", "weddings", F, "Hochzeit", "Hochzeiten", "", kOccasion},
    {"exam", "exams", F, "Prüfung", "Prüfungen", "", kOccasion},
    {"holiday", "holidays", M, "Urlaub", "Urlaube", "Urlaubs", kOccasion},
};
// clang-format on

}  // namespace

std::span<const Noun> nouns() { return kNouns; }

const Noun& find_noun(std::string_view english) {
  for (const Noun& noun : kNouns) {
    if (noun.english == english) return noun;
  }
  throw std::invalid_argument("no noun \"" + std::string(english) + "\"");
}

}  // namespace dragoman::grammar
