"""The characters and pieces of generated text: many scripts, and everything that is difficult for tokenizers.

All characters are assigned in Unicode 14. None is LF, which ends a line, or CR, which may belong to a line end.
"""

SCRIPTS = [
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "äöüßéèçñøåæœ" "ÄÖÜẞÉÈÇÑØÅÆŒ" "ıİǅŉſ\u212a" "ﬁﬀⅷⅧ",
    "αβγδεζηθσςωΑΒΓΔΕΖΗΘΣΣΩ" "ᾈᾳΐ",
    "абвгдежзийклмнопАБВГДЕЖЗИЙКЛМНОП",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهوي" "٠١٢٣٤٥٦٧٨٩" "،؛؟",
    "אבגדהוזחטיךלםמןנ" "ՀայերեՆև" "ᲐაბᏸꭰᎠ" "𐐀𐐨",
    "的一是不了人我在有他这中大来上国个到说们，。！？",
    "のにはをたがでてとしれさあいうアイウエオカキクケコ日本語、。「」ー・",
    "ｱｲｳｴｵｶﾞｷﾟｯｰ｡｢｣､･" "ＡＢＣａｂｃ０１２．，？：；！＂（）￥～",
    "कखगघचछजझटठडढणतथदधनपफबभमािीु्०१३",
    "가나다라마바사아자차카한국어ᄀ까" "กขคงจะไทย๐๑๒ฯ",
]
COMBINING = "\u0301\u0308\u0327\u0345\u200d\u00ad\u2019"
EMOJI = ["😀", "🎉", "👍🏽", "👩\u200d👩\u200d👧", "🇩🇪", "❤\ufe0f", "☺", "✂", "5\ufe0f\u20e3"]

PUNCTUATION = list(".,;:!?-'\"()[]{}<>/\\@#$%^&*_+=|~`") + ["...", "--", "!!", "(a)", '"b",']
PUNCTUATION += list("–—…«»“”’‹›¿¡§¶·†‡•‰※")
CJK_PUNCTUATION = list(
    "、。〃〈〉《》「」『』【】〒〔〕〖〗〘〙〚〛〜〝〞〟〰・｡｢｣､･．，？：；！＂（）︰﹏"
)
SYMBOLS = list("$+<=>^`|~¢£¥€¨©¬®¯°±´¸×÷˂˜϶؆৳฿₿℃№™←∑∞≠⌘⑊▶◆♪⟨⠿⦀⬅㉐﷼￼𝛁🀄") + ["🏽", "a^b", "x=y"]

# Boundaries of the ranges that tokenizers distinguish, each with its outer neighbours.
IDEOGRAPHS = [
    *"㐀㐁㼢㼣䶵䶶䶿䷀一龥龦龻龼鿼鿽鿿",
    *"\uf900\ufa2d\ufa2e\ufa30\ufa6a\ufa6b\ufa6d\ufa70\ufad9\ufb00",
    *"⺀⻳⼀⼁⾁⾡⿕⿰⿻㇀㇣ㄅㄯㆠㆿㇰㇿ゠ヿ々〇〆",
    *"㈀㈞㈠㊀㋿㌀㍿㏿︐︙︰﹏﹐",
    *"\u2000\u2001\u2a6d\u2a6e☀⛿✀➿⟀",
    *"𠀀𪛖𪛝丽𪘀",
]
NUMBERS = "3.14 1,000 2-3 10. .5 ,7 1- -1 1.a a.1 1,,2 3.-4 3.,4 1.-,2 5.'s 0-,".split()
NUMBERS += "² ³ ½ ¼.5 ٣.٤ ५,६ Ⅳ. ⅷ, ① ⑴ ₂ 〇. 𝟙.𝟚 ௰ ൰ ፩ 2²,3 1.Ⅳ 一.二 1．5 ３，４".split()
ENTITIES = "&quot; &amp; &lt; &gt; &apos; &amp;lt; &amp;quot; &#38; &amp;#39; & &quot".split()
ENTITIES += ["<skipped>", "<SKIPPED>", "<skip<skipped>ped>", "&QUOT;", "&amp;amp;gt;"]
POSSESSIVES = ["it's", "IT'S", "'s", "John's", "James'", "it’s", "’s", "a's.", "'s's", "''s"]

# Pieces at the beginning or end of a line, without a space.
EDGES = "5. .5 - 1- ,, 3.,4 -5 . , 's x's 5, ,5 .- 1.- -. ' &quot; 。 ， Ⅳ. .Ⅳ ².".split()

SPACES = [
    "  ",
    "\t",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x1f",
    "\x85",
    "\u00a0",
    "\u1680",
    "\u2028",
    "\u2029",
]
SPACES += [chr(c) for c in range(0x2000, 0x200B)] + ["\u202f", "\u205f", "\u3000"]
CONTROLS = [chr(c) for c in range(0x20) if c not in (0x0A, 0x0D)] + ["\x7f", "\x9f"]
# Characters that look like spaces but are none.
CONTROLS += ["\u180e", "\u200b", "\u2060", "\ufeff"]

KINDS = [NUMBERS, ENTITIES, EMOJI, CONTROLS, SYMBOLS, CJK_PUNCTUATION, IDEOGRAPHS, POSSESSIVES]
