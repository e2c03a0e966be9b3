"""Bodies that are no JSON, or JSON that asks for what there is not."""

import json

from raw_client import CLOSED, make_cases, post

GERMAN = "german"  # the language model, as `run` names it
MAX_TEXT = 2000  # characters, as `run` starts the service


def translate(text, **more):
    return post("/v1/translate", {"text": text, **more})


def no_json():
    good = b'{"text": "A man."}'
    bodies = {
        "nothing": b" ",
        "a brace": b"{",
        "half a word": b"nul",
        "half a string": b'{"text": "A m',
        "a comma too much": b'{"text": "A man.",}',
        "single quotes": b"{'text': 'A man.'}",
        "a comment": b'{"text": /* this */ "A man."}',
        "rubbish behind": good + b"x",
        "two objects": good + good,
        "NaN": b'{"text": "A man.", "options": {"temperature": NaN}}',
        "Infinity": b'{"text": "A man.", "options": {"alpha": -Infinity}}',
        "a number too large": b'{"text": "A man.", "options": {"alpha": 1e999}}',
        "a number of 10,000 digits": b'{"text": "A man.", "options": {"beam": ' + b"9" * 10000 + b"}}",
        "half a surrogate": b'{"text": "\\ud800"}',
        "a wrong escape": b'{"text": "\\x41"}',
        "a control character": b'{"text": "a\x01b"}',
        "invalid UTF-8": b'{"text": "\xff\xfe"}',
        "UTF-8 longer than need be": b'{"text": "\xc0\x80\xe0\x80\xaf"}',
        "a surrogate in UTF-8": b'{"text": "\xed\xa0\x80"}',
        "UTF-8 cut off": b'{"text": "\xe6\xbc"}',
        "invalid UTF-8 in a key": b'{"\xff": 1, "text": "A man."}',
        "UTF-16": good.decode().encode("utf-16"),
        "UTF-32": good.decode().encode("utf-32"),
        "NUL bytes": bytes(100),
        "NUL behind": good + b"\0",
        "30,000 brackets": b"[" * 30000,
        "30,000 brackets, closed": b"[" * 30000 + b"]" * 30000,
        "10,000 braces": b'{"a":' * 10000,
        "deep text": b'{"text": ' + b"[" * 10000 + b"]" * 10000 + b"}",
        "deep options": b'{"text": "a", "options": ' + b'{"a":' * 9000 + b"1" + b"}" * 9000 + b"}",
    }
    rows = [(name, post("/v1/translate", body), {400}) for name, body in bodies.items()]
    kinds = {
        "text/plain": {415}, "application/xml": {415}, "text/json": {415, 200}, "nothing": {415},
        "application/jsonx": {415}, "application/json; charset=utf-8": {200}, "application/json;;;=": {200, 415},
    }  # fmt: skip
    rows += [(f"Content-Type: {kind}", post("/v1/translate", good, f"Content-Type: {kind}"), allowed)
             for kind, allowed in kinds.items()]  # fmt: skip
    return make_cases("no JSON", rows, style="api")


def wrong_values():
    """Each has a good text but for one value."""
    values = {
        "text": [1, None, {}, [1], ["a", None], [["a"]], True],
        "model": [1, None, [], "nope", "../..", "a" * 10000, "\0", ""],
        "prefix": [1, {}, ["a", "b"], [1]],
        "phrases": [[1], {}, [[]]],
        "split": ["words", 1, None],
        "stream": ["yes", 1],
        "steps": ["yes", 1],
        "options": [1, "beam", [], None],
        "unknown": [1],
        "Text": ["A man."],
    }
    pairs = [(key, value) for key, some in values.items() for value in some]
    rows = [(f"{key}: {json.dumps(value)[:40]}", translate(**{"text": "A man.", key: value}), allowed(key, value))
            for key, value in pairs]  # fmt: skip
    rows += [(json.dumps(body), post("/v1/translate", body), {400})
             for body in (None, 1, "text", [], {}, ["A man."], {"txt": "A man."}, {"model": "nope"})]  # fmt: skip
    return make_cases("wrong value", rows, style="api")


def allowed(key, value):
    if key == "model" and isinstance(value, str):
        return {200} if value == "" else {404}
    return {200, 400} if value is None else {400}  # null may stand for what is left out


def wrong_options():
    options = [
        {"beam": 0}, {"beam": -1}, {"beam": 1001}, {"beam": 1.5}, {"beam": "4"}, {"beam": None}, {"beam": True},
        {"beam": []}, {"beam": 10**18}, {"beam": 10**30}, {"beam": 1000}, {"samples": 100000}, {"baem": 4},
        {"beam": 1, "num_best": 2}, {"num_best": 0}, {"batch_tokens": 1},
        {"temperature": 0}, {"temperature": -1}, {"temperature": 1e30}, {"top_p": 2}, {"top_k": -1}, {"seed": -1},
        {"seed": 1e30}, {"max_length": -5}, {"alpha": 11}, {"length_penalty": "none of these"}, {"stopping": 1},
        {"samples": -1}, {"samples": 10**7}, {"suppress": [1]}, {"suppress": ["no such piece"]},
        {"mbr": "ter"}, {"alignment": "yes"}, {"alignment_layer": 99}, {"unknown": "perhaps"}, {"": 1}, {"a.b": 1},
    ]  # fmt: skip
    rows = [(json.dumps(one)[:50], translate("A man.", options=one), {400}) for one in options]
    # The largest that may be asked for, and as much text: not refused, but much work, and its time is over.
    most = [{"beam": 100, "num_best": 100}, {"samples": 100, "num_best": 100, "mbr": "chrf"}]
    rows += [(json.dumps(one), translate("A man. " * 200, options=one), {200, 429, 504}) for one in most]
    return make_cases("wrong option", rows, style="api")


def odd_texts():
    good = {
        "nothing": "", "spaces": " \t\r\n ", "1,000 lines": "\n" * 1000, "NUL": "a\0b", "emoji": "👩‍👩‍👧‍👦" * 50,
        "from right to left": "\u202eabc\u202d", "many accents": "a" + "\u0301" * 1000,
        "separators": "a\u2028b\u2029c\x85d\x0be\x0cf", "no characters": "\ufffe\uffff\ufdd0",
        "private ones": "\ue000\U000f0000", "byte order mark": "\ufeffA man.", "one long word": "a" * MAX_TEXT,
        "marks of end": "</s> <s> <pad> <unk> ▁▁", "only points": "." * 500, "markup": "<script>alert(1)</script>",
    }  # fmt: skip
    rows = [(name, translate(text), {200}) for name, text in good.items()]
    rows += [
        ("a text too long", translate("a" * (MAX_TEXT + 1)), {413}),
        ("texts too long together", translate(["a" * 100] * 30), {413}),
        ("no texts", translate([]), {200, 400}),
        ("2,000 texts", translate(["a"] * 2000), {200, 413, 429}),
        ("20,000 empty texts", post("/v1/translate", b'{"text": [' + b'"",' * 10000 + b'""]}'), {200, 400, 413, 429}),
        ("a text twice", post("/v1/translate", b'{"text": "A man.", "text": "A dog."}'), {200, 400}),
        ("a mark of byte order first", post("/v1/translate", b'\xef\xbb\xbf{"text": "A man."}'), {200, 400}),
        ("a long prefix", translate("A man.", prefix="a" * 1900), {200, 400, 413}),
        ("1,000 phrases", translate("A man.", phrases=["a"] * 1000), {200, 400, 413}),
        ("an empty phrase", translate("A man.", phrases=[""]), {200, 400}),
        ("steps of samples", translate("A man.", steps=True, options={"samples": 2}), {200, 400}),
    ]
    return make_cases("odd text", rows, style="api")


def complete(body):
    return post("/v1/complete", {"model": GERMAN, **body})


def other_routes():
    rows = [
        ("complete nothing", complete({}), {400}),
        ("complete a number", complete({"prompt": 1}), {400}),
        ("complete with a translator", post("/v1/complete", {"prompt": "Der"}), {400}),
        ("complete characters unknown", complete({"prompt": "漢字"}), {400}),
        ("complete an empty prompt", complete({"prompt": ""}), {200, 400}),
        ("complete too much", complete({"prompt": "D" * MAX_TEXT * 2}), {413}),
        ("complete past the context", complete({"prompt": "D" * 500}), {400}),
        ("complete -1 tokens", complete({"prompt": "D", "options": {"max_length": -1}}), {400}),
        ("stop at a number", complete({"prompt": "D", "stop": [1]}), {400}),
        ("stop at once", complete({"prompt": "D", "stop": [""]}), {200, 400}),
        ("stream two prompts", complete({"prompt": ["D", "E"], "stream": True}), {200, 400}),
        ("translate with a language model", translate("A man.", model=GERMAN), {400}),
        ("attention to nothing", post("/v1/attention", {}), {400}),
        ("attention without a target", post("/v1/attention", {"source": "A man."}), {400}),
        ("attention to numbers", post("/v1/attention", {"source": 1, "target": [2]}), {400}),
        ("attention, empty", post("/v1/attention", {"source": "", "target": ""}), {200, 400}),
        ("attention, long", post("/v1/attention", {"source": "a " * 900, "target": "a"}), {200, 400, 413}),
        ("attention, too long", post("/v1/attention", {"source": "a", "target": "a" * MAX_TEXT * 2}), {413, 400}),
        ("attention of nobody", post("/v1/attention", {"model": "nope", "source": "a", "target": "a"}), {404}),
        ("a route that is none", post("/v1/nothing", {}), {404}),
    ]
    return make_cases("other route", rows, style="api")


def libre_translate():
    good = {"q": "A man.", "source": "en", "target": "de"}
    bad = [{}, {"q": "A man."}, {**good, "q": 1}, {**good, "q": [1]}, {**good, "q": None}, {**good, "target": 1},
           {**good, "target": "xx"}, {**good, "source": "xx"}, {**good, "target": "d" * 10000}, {**good, "format": "pdf"},
           {**good, "alternatives": "many"}, {**good, "alternatives": -1}, [], 1, None]  # fmt: skip
    rows = [(json.dumps(body)[:50], post("/translate", body), {400, 404}) for body in bad]
    rows += [
        ("too long", post("/translate", {**good, "q": "a" * (MAX_TEXT + 1)}), {413}),
        ("1,000 alternatives", post("/translate", {**good, "alternatives": 10**9}), {200, 400}),
        ("a key more", post("/translate", {**good, "api_key": "x", "unknown": 1}), {200, 400}),
        ("no JSON", post("/translate", b"{"), {400}),
        ("another type", post("/translate", b"x", "Content-Type: text/plain"), {400, 415, CLOSED}),
    ]
    return make_cases("LibreTranslate", rows, style="libre")
