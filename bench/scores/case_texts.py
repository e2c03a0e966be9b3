"""The texts of the test cases: (hypotheses, references of each segment), few and short."""

from generated_text import Style, make_corpus

GENERATED = Style(rates=(0.1, 0.3, 0.6), lengths=(1, 8), long_share=0, moves=True)
NUM_GENERATED = 16

PROSE = (
    ["The cat sat on the mat, didn't it?", "He paid $3.50 for 1,000 of them.", "No."],
    [
        ["The cat is sitting on the mat, isn't it?"],
        ["He has paid $3.50 for 1,000 of these."],
        ["No, no."],
    ],
)
VARYING = (
    [
        "Ein Hund läuft über die Wiese.",
        "Zwei Männer spielen im Park Schach",
        "eine Frau mit Hut und roter Jacke liest",
        "Das Kind isst ein Eis.",
    ],
    [
        ["Ein Hund rennt über eine Wiese.", "Der Hund läuft über die Wiese."],
        ["Im Park spielen zwei Männer Schach."],
        [
            "Eine Frau mit rotem Hut liest.",
            "Es liest eine Frau mit Hut und roter Jacke.",
            "Eine Frau liest; sie trägt eine rote Jacke und einen Hut.",
            "",
        ],
        ["Das Kind isst ein Eis.", "Ein Kind isst Eis.", "Das Kind isst ein Eis!"],
    ],
)

SCRIPTS = {
    "chinese": (
        ["他在2014年买了3本书，对吗？", "㐀的Ａ、丽︙ﬀ"],
        [["他在2014年买了三本书，是吗？"], ["㐀的 A。丽"]],
    ),
    "japanese": (
        ["私は「ｶﾞﾗｽ」のコップを買った。", "アイウ"],
        [["私はガラスのコップを買った｡"], ["アイエ・"]],
    ),
    "kana": (["ひらがな", "カタカナー", "ㇰㇱ あい"], [["ひらがな"], ["カタカナ"], ["ㇰㇱ あう"]]),
    "korean": (["나는 책을 3권 샀다.", "까가"], [["나는 책 3권을 샀다."], ["까"]]),
    "arabic": (["اشترى ٣٫٥ كتب، أليس كذلك؟"], [["اشترى ٣.٥ كتب، أليس كذلك؟"]]),
    "hindi": (["उसने १,००० किताबें खरीदीं।"], [["उसने १००० किताबें खरीदी।"]]),
    "cyrillic": (["Он купил «три» книги — да?"], [["Он купил «Три» Книги, да?"]]),
    "greek": (["ΟΔΟΣ Σ. ΑΣ ᾈΣ", "σΣ"], [["οδος σ. ας ᾀς"], ["ΣΣ"]]),
    "case": (["İSTANBUL Iı ẞ ǅ \u212a ŉ Ａ 𐐀Ა"], [["i̇stanbul ıI ß ǆ k ŉ ａ 𐐨ა"]]),
    "emoji": (
        ["Gut 👍🏽!! 🇩🇪 5\ufe0f\u20e3", "👩\u200d👩\u200d👧❤\ufe0f"],
        [["gut 👍 ! 🇩🇪 5"], ["👩❤"]],
    ),
    "combining": (["e\u0301te\u0301 a\u0308 \u0301", "x\u00ad y"], [["été ä \u0301"], ["x y"]]),
    "symbols": (
        ["1+1=2 <a> €5 ~x^2 °C ← ∞", "№1 ½+² Ⅳ."],
        [["1 + 1 = 2 a 5€ x^2 → ∞"], ["№ 1 ½ Ⅳ ."]],
    ),
    "spaces": (
        ["a\u00a0b\u2003c\u3000d\te\x1cf\x85g\u2028h\u200bi ", " x  y\u2009"],
        [["a b c d e f g h i"], ["x y "]],
    ),
    "controls": (["a\x00b \x01c\x7f d\x0be \ufeff"], [["a\x00b c\x7f d e \ufeff"]]),
    "range_ends": (
        [
            "\u2000.\u2001,\u2a6d-\u2a6e 㼢㼣 ䷀一鿿 ꀀ豈\ufaff 𠀀x",
            "\u31c0\u2e80\u3300\u3200\ufe30\ufe10\u2600\u27bf\u27c0",
        ],
        [
            ["\u2001 \u2a6d \u2a6e 㼢 㼣 ䷀ 一 鿿 豈 x"],
            ["\u31c0 \u2e80 \u3300 \u3200 \ufe30 \u2600 \u27bf"],
        ],
    ),
}

EDGES = {
    "numbers": (
        ["5.", ".5 -1", "3.,4 1- 2-3", "1,000. ,,"],
        [["5 ."], [". 5 - 1"], ["3. ,4 1 - 2 -3"], ["1,000."]],
    ),
    "possessives": (
        ["it's John's 's", "the cats' IT'S 's's a's."],
        [["it 's John 's"], ["the cats ' IT'S a 's ."]],
    ),
    "entities": (
        ["&quot;a&quot; &amp;lt; b &lt;c&gt; &apos; <skipped>", "R&D &amp;amp; &QUOT;"],
        [['"a" < b <c> \' &lt;'], ["R & D & &quot;"]],
    ),
    "punctuation": (
        ["(a) [b] {c} a!? ... -- /x\\ @#%*_|`", "“x” ‚y’ …"],
        [["( a ) b c a ! . - x"], ['"x" y']],
    ),
    "words": (
        ["(hi) \"a\" !! x. 'y' a,b", "...a a... a"],
        [["( hi ) a ! x . y a b"], ["a a ... a"]],
    ),
}

DEGENERATE = {
    "empty hypothesis": ([""], [["a b c"]]),
    "empty reference": (["a b c"], [[""]]),
    "both empty": ([""], [[""]]),
    "one of two references empty": (["a b", "c"], [["", "a b c"], ["c", ""]]),
    "only spaces": ([" \u00a0\t"], [["\u3000 "]]),
    "no match": (["a b c d e", "f"], [["v w x y z"], ["g"]]),
    "one token": (["a"], [["a"]]),
    "three tokens": (["a b c"], [["a b c d"]]),
    "no common pair": (["a x b y c"], [["c b a z"]]),
    "all equal": (["a b c d e f"], [["a b c d e f"]]),
    "much longer": (["a b " * 30], [["a b"]]),
    "much shorter": (["b"], [["a b c d e f g h i j " * 7]]),
    "moved": (["d e f g a b c h i", "5 1 2 3 4"], [["a b c d e f g h i"], ["1 2 3 4 5"]]),
    "repeated": (["a a b a a b b a", "b a"], [["b b a a a b a"], ["a b", "b b a a"]]),
    "empty among others": (["a b c d e", "", "c d"], [["a b c d"], ["x"], ["", "c d e"]]),
}


def generated():
    """Yields corpora of 1 to 6 segments with 1 to 4 references, in all scripts."""
    for i in range(NUM_GENERATED):
        num_references = 1 + i % 4
        systems, references = make_corpus(1 + i % 6, 1, num_references, GENERATED, 100 + i)
        yield systems[0], [list(segment) for segment in zip(*references)]
