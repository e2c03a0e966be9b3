"""Makes a glossary from word alignments of held-out text, and finds its terms there."""

import re
from collections import Counter, defaultdict

EDGES = re.compile(r"^[^\w]+|[^\w]+$")


def words_of(line):
    return [EDGES.sub("", word) for word in line.split()]


def one_to_one(links):
    """Returns the links whose words have no other link."""
    sources, targets = Counter(i for i, _ in links), Counter(j for _, j in links)
    return [(i, j) for i, j in links if sources[i] == 1 and targets[j] == 1]


class Lemmas:
    """Reads a list of forms and lemmas, as in data.terms.lemmas."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file if line.strip()]
        self.lemmas = {}
        for form, lemma in rows:
            self.lemmas.setdefault(form, lemma)

    def of(self, form):
        return self.lemmas.get(form, self.lemmas.get(form.lower(), form))


class Glossary:
    """Source words with nearly always the same translation: `forms` and `lemmas`, keyed by lowercase word.
    `places`: for each line, the reference's form of each of its terms."""

    def __init__(self, sources, targets, alignment, lemmas, least=2, share=0.8, letters=4):
        found = defaultdict(list)  # word -> [(line, form)]
        for number, (source, target, links) in enumerate(zip(sources, targets, alignment)):
            from_words, to_words = words_of(source), words_of(target)
            for i, j in one_to_one(links):
                word, form = from_words[i].lower(), to_words[j]
                if len(word) >= letters and word.isalpha() and form.replace("-", "").isalpha():
                    found[word].append((number, form))
        self.forms, self.lemmas = {}, {}
        self.places = [[] for _ in sources]
        for word, places in found.items():
            counts = Counter(lemmas.of(form) for _, form in places)
            lemma, count = counts.most_common(1)[0]
            if count < least or count < share * len(places):
                continue
            right = [(number, form) for number, form in places if lemmas.of(form) == lemma]
            self.lemmas[word] = lemma
            self.forms[word] = Counter(form for _, form in right).most_common(1)[0][0]
            for number, form in right:
                self.places[number].append(form)

    def size(self):
        return len(self.lemmas), sum(map(len, self.places))

    def met(self, translations, lemmas):
        """Returns the shares of places where the translation has a form of the lemma, and where it has the
        reference's form."""
        with_lemma = with_form = 0
        for forms, translation in zip(self.places, translations):
            words = set(words_of(translation))
            theirs = {lemmas.of(word) for word in words}
            with_lemma += sum(lemmas.of(form) in theirs for form in forms)
            with_form += sum(form in words for form in forms)
        places = self.size()[1]
        return with_lemma / places, with_form / places


def write_terms(terms, path):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{word}\t{translation}\n" for word, translation in sorted(terms.items()))
