"""Blocks as programs, tables and records have them, and several changes of one kind on a line: bids, cards, cases."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import nearest
from spadesdsl.repair.bundled import listed, rules_of, seats_of, suits_of, with_parents
from spadesdsl.repair.english import condition_of
from spadesdsl.repair.text import CARD, Words, inserted, lines_of, replaced, several, wrong_word
from spadesdsl.syntax.wordlist import EXAMPLE_LINES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix


_SCORE: Final = re.compile(
    r"(?m)^(?P<indent>[ \t]*)(?:[^\n#]*\{ *)?(?:replace )?score \w+(?: when [^:{}\n]*[^:{}\n\s])?"
    r"(?P<switch>:? *(?:switch|match|case(?: of)?|by|on) \(?(?P<of>[a-z_]\w*)\)?)?"
    r"(?P<sign>\s*:?\s*\{|:(?P<body>(?:\n(?P=indent)[ \t]+[^\n{}]*)+))"
)
_CASE: Final = re.compile(
    r"(?:(?P<other>else(?! *if)|otherwise|default|_)|(?:(?:el|else |els)?if |when |case )?(?P<when>[^:\n]+?))"
    r"\s*(?::|->|=>|\||\bthen\b|\breturn\b|$|(?<=otherwise)|(?<=else))\s*(?P<then>.*)"
)
_RETURN: Final = re.compile(r"^(?:return|give|gives|yield|score)\s+")
_MARK: Final = re.compile(r"^(?:[-*|•]|\d+[.)])\s+|\s*[|,;]\s*$")
_BETWEEN: Final = re.compile(r"[\n;{}]|, |\s+(?=(?:set|missed|failed|lost|else|otherwise) *: )")
_TEXT: Final = re.compile(r'"[^"\n]*"')
_RULED: Final = re.compile(r"^[-| :=]+$")


def cases(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the cases of a `score` for a block with `if` and `return`, a list with dashes or a table."""
    text = words.source.text
    for found in _SCORE.finditer(text):
        end = closing_of(text, found.end()) if found["body"] is None else found.end() - 1
        if not found.start() <= finding.span.start <= end:
            continue
        body = text[found.end() : end] if found["body"] is None else found["body"]
        texts = iter(_TEXT.findall(body))
        bare = _TEXT.sub("¶", body)
        lines = (
            _cases(bare, words, found["of"] or "")
            if end >= 0 and not re.search(r'"|#' if found["of"] else r'"|#|\bcase\b.*:', bare)
            else []
        )
        lines = [line.replace("¶", next(texts)) if "¶" in line else line for line in lines]
        gap = re.search(r"\n[ \t]*", body)
        joint = " " if gap is None else gap[0]
        if lines:
            inner = joint.join(lines)
            last = f"\n{found['indent']}" if gap else " "
            begin = found.start("switch" if found["switch"] else "sign")
            start, stop, written = begin, end + 1, f" {{{joint}{inner}{last}}}"
            if found["body"] is None and ":" not in found["sign"] and not found["switch"]:
                start, stop = found.end() + len(body) - len(body.lstrip()), found.end() + len(body.rstrip())
                written = inner
            cause = "What a `score` gives by cases is written with `case`, and for all else `otherwise`."
            yield replaced(words.source, start, stop, written, cause, f"write `{lines[0]}`, and so on")


def _cases(body: str, words: Words, counted: str) -> list[str]:
    """Return the cases that a block says; nothing if one of its lines says none."""
    pieces = [_MARK.sub("", _MARK.sub("", one.strip())) for one in _BETWEEN.split(body)]
    pieces = [one for one in pieces if one and not _RULED.match(one)]
    found: list[str] = []
    waiting = ""
    for one in pieces:
        value = _RETURN.sub("", one)
        if waiting:
            found.append(f"{waiting}: {value}")
            waiting = ""
            continue
        case = _CASE.fullmatch(one)
        if case is None:
            return []
        if not found and re.fullmatch(r"[a-z_]\w* \| *[a-z_ ]+", one):
            counted = one.split(" ")[0]
            continue
        said = f"{counted} = {case['when']}" if counted and (case["when"] or "").isdigit() else case["when"]
        when = "otherwise" if case["other"] else condition_of(said.strip("() "), words.source.text)
        if not when:
            return []
        waiting = when if when == "otherwise" else f"case {when}"
        if then := _RETURN.sub("", case["then"]):
            found.append(f"{waiting}: {then}")
            waiting = ""
    return found if not waiting and all(re.fullmatch(r"[^:]+: -?[\w.* ¶]+", one) for one in found) else []


def lists(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose what a preset sets, or the steps of a tally, after a `:` where they are written in braces."""
    for found in _LISTED.finditer(words.source.text):
        if found.start() <= finding.span.start <= found.end():
            lines = (one.strip() for one in re.split(r"[\n;,]", found["body"]))
            said = ", ".join(_step(one, words.source.text) for one in lines if one.strip("{} "))
            cause = "What a preset sets, and the steps of a tally, come after a `:`, with commas and without braces."
            yield replaced(words.source, found.start("braces"), found.end(), f": {said}", cause, f"write `: {said}`")


def _step(said: str, text: str) -> str:
    """Return a step of a tally that a program says by counting up a variable; anything else as it is."""
    found = _COUNTED.fullmatch(said)
    if found is None:
        return said
    step = "reset" if found["none"] else f"add {found['more'] or found['sum'] or 1}"
    when = condition_of(found["when"].replace("!", "not ", 1), text) if found["when"] else ""
    return f"{step} when {when}" if when else step if found["when"] is None else said


_COUNTED: Final = re.compile(
    r"(?:(?:if|when) ?\(?(?P<when>[^{}]+?)\)? ?[:{]? ?)?(?P<name>[a-z]\w*) ?"
    r"(?:\+= ?(?P<more>\w+)|\+\+|= ?(?P=name) ?\+ ?(?P<sum>\w+)|= ?(?P<none>0)) ?;? ?\}?"
)
_LISTED: Final = re.compile(
    r"\b(?:preset|tally) \w+(?: of the table)?(?: \"[^\"\n]*\")?"
    r"(?P<braces>\s*:?\s*\{(?P<body>(?:[^{}\"#]|\{[^{}\"#]*\})*)\})"
)


def closing_of(text: str, at: int) -> int:
    """Return where the `}` of a block is, after its `{`; -1 if it has none."""
    depth = 1
    for found in re.finditer(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[{}]', text[at:]):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return at + found.start()
    return -1


_AMOUNTS: Final = re.compile(
    r"(?<= )(us|them|[A-Z][a-z]\w*):? ((?:(?:with |has |have )?[a-z]\w*(?: ?[=:] ?| (?:is |at |of )?)-?\d+\b"
    r"(?:,? (?:and )?(?=[a-z]\w*[ =:]+-?\d))?)+)"
)
_QUOTED: Final = re.compile(r"[\"']([A-Za-z_]\w*)[\"'](?=\s*[:,\]}])")


def records(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the amounts of an example, or settings, for a record with quotation marks and colons."""
    start, end = words.line_around(finding.span.start)
    line = words.source.text[start:end]
    found = re.search(r"(?<=: )\{?\s*[\"']?\w+[\"']?\s*[:=]?\s*\{[^{}]*\}\s*\}?|\bset\s*\{[^{}]*\}", line)
    if found is None and line.count("}") <= line.count("{") and re.match(r"\s*(?:case|expect|given)\b", line):
        for one in _AMOUNTS.finditer(line):
            text = ", ".join(" = ".join(pair) for pair in re.findall(r"([a-z]\w*)[ :=]+(-?\d+)", one[2]))
            cause = f"What a side has is written in braces: `{one[1]} {{ {text} }}`."
            yield replaced(words.source, start + one.start(2), start + one.end(), f"{{ {text} }}", cause)
    if found is None or not re.match(r"\s*(?:case|expect|given|next|set)\b", line):
        return
    said = _QUOTED.sub(r"\1", found[0])
    inner = re.search(r"(\w+)\s*[:=]?\s*\{([^{}]*)\}", said)
    if inner is None:
        return
    amounts = re.sub(r"\s*[:=]\s*", " = ", inner[2].strip().rstrip(","))
    written = f"set {amounts}" if inner[1] == "set" else f"{inner[1]} {{ {amounts} }}"
    before, after = found[0].count("{") - inner[0].count("{"), found[0].count("}") - inner[0].count("}")
    stop = found.end() - (len(found[0]) - len(found[0].rstrip("} ")) - 1 if after > before else 0)
    cause = "Amounts are written with `=`, in the braces of their side, and without quotation marks."
    yield replaced(words.source, start + found.start(), start + stop, written, cause, f"write `{written}`")


def settings(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose one `set` for settings that are written as a list, each on a line below it."""
    text = words.source.text
    for found in (one for form in (_SETTINGS, _RECORD, _QUOTED_SETTINGS) for one in form.finditer(text)):
        if found.start() <= finding.span.start < found.end():
            told = ", ".join(f"{name} = {value}" for name, value in _SETTING.findall(found["body"]))
            cause = "What is set comes after `set`, each with `=`, and with commas between them."
            start, stop = found.end("indent"), found.start("indent") + len(found[0].rstrip())
            yield replaced(words.source, start, stop, f"set {told}", cause, f"write `set {told}`")


_SETTING: Final = re.compile(r"[\"']?(\w+)[\"']? ?[:=] ?[\"']?(-?[\w.]+)[\"']?")
_RECORD: Final = re.compile(
    r"(?m)^(?P<indent>[ \t]*)(?:(?:settings|options|config|rules|\"options\"|\"settings\")[ :=]*)?"
    rf"\{{\s*(?P<body>(?:{_SETTING.pattern.replace('(', '(?:')}\s*,?\s*)+)\}};?[ \t]*(?=\n|$)"
)
_QUOTED_SETTINGS: Final = re.compile(
    r"(?m)(?P<indent>\b)set:? (?P<body>[\"'](?:[\"']?\w+[\"']? ?[:=] ?[\"']?-?[\w.]+[\"']?(?:, ?)?)+)"
    r"(?=[ \t]*(?:[}#\n]|$))"
)
_SETTINGS: Final = re.compile(
    r"(?m)^(?P<indent>[ \t]*)\[?(?:set|settings|options)\]?:?[ \t]*\n"
    rf"(?P<body>(?:(?P=indent)[ \t]*(?:[-*] ?)?{_SETTING.pattern}[,;]?[ \t]*(?:\n|$))+)"
)


def lines_of_examples(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the word that a line of an example begins with: `expect` before `legal`, `bids` before `us 4, 3`."""
    text = words.source.text
    start, end = words.line_around(finding.span.start)
    begin = max(start, text.rfind("{", start, finding.span.start) + 1)
    line = text[begin:end]
    yield from _expected(words, begin, line)
    said = re.match(r"\s*([A-Za-z]\w*)", line)
    heads = list(_EXAMPLE.finditer(text, 0, begin))
    is_example = bool(heads) and not 0 <= closing_of(text, heads[-1].end()) < begin
    legal = re.match(r"\s*expect (\w+)(?= [A-Z\d]| bids\b)", line) if is_example else None
    if legal is not None and (meant := nearest(legal[1], ("legal", "illegal"), _SPELT)) and meant != legal[1]:
        cause = f"`{legal[1]}` is not a word of the language here."
        low, high = begin + legal.start(1), begin + legal.end(1)
        yield replaced(words.source, low, high, meant, cause, f"did you mean `{meant}`?")
    if not is_example or said is None or said[1] in EXAMPLE_LINES:
        return
    closing = closing_of(text, text.rfind("example", 0, start) + len("example"))
    rest = text[end : text.find("\n  }", end)] if closing < 0 else text[end:closing]
    is_before = re.search(r"(?m)^\s*(?:case|expect)\b", rest.partition("example")[0]) is not None
    spelt = nearest(said[1], EXAMPLE_LINES, _SPELT)
    for near in _SAID_FOR.get(said[1]) or filter(None, (spelt,)) if len(line.split()) > 1 else ():
        at = begin + said.start(1)
        cause, hint = wrong_word(said[1], near), f"did you mean `{near}`?"
        end = at + len(said[1]) + (line[said.end(1) :].startswith(":"))
        yield replaced(words.source, at, end, near, cause, hint)
    for pattern, word in _BEGINNINGS:
        if re.match(rf"\s*(?:{pattern})", line):
            word = word or ("given" if is_before else "expect")
            cause = f"There is no `{word}` at the beginning of this line."
            at = begin + said.start(1)
            yield inserted(words.source, at, f"{word} ", f"write `{word}` before `{said[1]}`", cause)


def told_bids(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the bids of an example by their parts: whose each is, and the signs that belong between them."""
    source, (start, end) = words.source, words.line_around(finding.span.start)
    above = words.line_around(start - 1) if start else (start, end)
    found = _TOLD.search(source.text, start, end) or _TOLD.search(source.text, *above)
    if found is None:
        return
    closing = re.compile(r" *\}").match(source.text, found.end()) if "{" in (found["colon"] or "") else None
    seats, texts = seats_of(source.text), list(with_parents(source.text))
    order = listed("seats", source.text)
    rules = dict(sorted(one for text in texts for one in _BID.findall(text)))
    suits = suits_of(source.text)
    named = _denominations("\n".join(texts))
    labels = {one for text in texts for one in re.findall(r'\d "([a-z]+)"(?=[,)])', text)}
    sides: list[list[str]] = []
    why = [_BEFORE] if found["colon"] else []
    gap = waiting = ""
    for one in _PART.finditer(found["said"]):
        word = one[0]
        is_suit = word in named and sides and re.search(r"\d$| no$", sides[-1][-1]) and not gap
        who = word if word in ("us", "them") else "" if is_suit else _seat(word, seats)
        if who:
            why += [_NEXT_SIDE] if gap.removeprefix(")") != ";" * bool(sides) else []
            why += [_SEATS] if who != word else []
            sides.append([who])
        elif is_suit:
            why += [_SUIT] if named[word] != word else []
            sides[-1][-1] += f" {named[word]}"
            continue
        elif waiting and (word[0].isdigit() or word in suits):
            why += [_NUMBER] if gap != "(" else []
            sides[-1][-1] += f"({word})"
        elif word in rules or word in labels or word[0].isdigit() or word[0] == '"':
            if ";" in gap and sides and sides[-1][0] in (*order, "us"):
                last = sides[-1][0]
                sides.append(["them" if last == "us" else order[(order.index(last) + 1) % len(order)]])
                why, gap = [*why, _NO_SEAT], ""
            why += [] if sides else [_NO_SIDE]
            sides = sides or [["us"]]
            is_first = len(sides[-1]) == 1
            why += [_BEFORE if is_first else _NEXT_BID] if gap.removeprefix(")") != ("" if is_first else ",") else []
            sides[-1].append(word)
        elif word.lower() in _BETWEEN_BIDS or not word[0].isalpha():
            gap += word.translate(_ROUND) if word in ",;()[]{}" else f"{word} "
            continue
        else:
            return
        gap, waiting = "", rules.get(word, "")
    told = "; ".join(f"{who} {', '.join(bids)}" for who, *bids in sides)
    if why and all(len(one) > 1 for one in sides):
        first, *more = dict.fromkeys(why)
        cause = f"{', and '.join((first[0].upper() + first[1:], *more))}."
        stop = found.end() if closing is None else closing.end()
        yield replaced(source, found.end("word"), stop, f" {told}", cause, f"write `bids {told}`")


def _denominations(text: str) -> dict[str, str]:
    """Return what a bid with a number may name, by its words and its first letter."""
    listed = re.search(r"\bbid \w+\(\w+ from [^)]*?, \w+ of ([a-z, ]+?)(?:, none \"([^\"]+)\")?\)", text)
    if listed is None:
        return {}
    suits = re.findall(r"[a-z]+", listed[1])
    label = listed[2] or ""
    return {
        **{one[0].upper(): one for one in suits}, **{one: one for one in (*suits, *label.split())},
        **dict.fromkeys(("NT", "N") if label else (), label),
    }  # fmt: skip


_TOLD: Final = re.compile(
    r"(?:(?:(?<=[{};\n])|\A)[ \t]*|(?<=[\w)}] )(?<!legal )(?=bids [A-Z]))(?P<word>bids?\b)(?P<colon> ?[:={])? *"
    r"(?P<said>(?:(?! (?:case|expect|given|(?:plays|tricks) [A-Z])\b|\s*\}\s*(?:\}|$))[^\n#])*[^\n#\s;,])",
    re.MULTILINE,
)
_BID: Final = re.compile(r"(?<=[{\s])bid (?!is\b|of\b|in\b)([a-z]\w*)(\(?)")
_PART: Final = re.compile(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|\"[^\"\n]*\"|[^\s\w]")
_NEXT_SIDE, _NEXT_BID = "a `;` separates the bids of two players", "commas separate the bids of a side"
_SEATS, _NUMBER = "the names of the seats are written out", "the number of a bid comes in round brackets"
_SUIT: Final = "the suit of a bid is written out"
_ROUND: Final = str.maketrans("[]{}", "()()")
_NO_SIDE, _BEFORE = "whose bids they are comes first", "nothing comes between a side and its bids"
_NO_SEAT: Final = "each bid comes after the player who made it"
_BETWEEN_BIDS: Final = (
    "and", "bid", "bids", "with", "then", "has", "calls", "is", "of", "each", "the", "a", "plus", "vs",
)  # fmt: skip
"""What else is said between bids."""


def _seat(said: str, seats: Iterable[str]) -> str:
    """Return the seat with such a name, beginning or initials, if there is one."""
    letters = "[a-z]*".join(said.upper()) if said[0].isupper() else "(?!)"
    found = sorted((one for one in seats if re.match(letters, one, re.IGNORECASE)), key=len)
    is_one = len(found) == 1 or (len(found) > 1 and all(one.startswith(found[0]) for one in found))
    return found[0] if is_one else ""


def _expected(words: Words, start: int, line: str) -> Iterator[Fix]:
    """Propose which cards or bids are legal, and which are not, for what English says of them in any order."""
    names = {name for kind, name in rules_of(words.source.text) if kind == "bid"}
    for found in _EXPECT.finditer(line):
        rest, cards = found["said"], CARD.findall(found["said"])
        bids = [one for one in _CALL.findall(rest) if one[:1].isdigit() or one.partition("(")[0] in names]
        left = {*re.findall(r"\b[a-z][a-z']*", CARD.sub("", rest))} - {*names, *_EXPECTED.split(), *_POLAR.split()}
        if left or rest.startswith(("legal", "illegal")) or bool(cards) == bool(bids):
            continue
        which, listed = ("cards", " ".join(cards)) if cards else ("bids", f"bids {', '.join(bids)}")
        text = f"expect {'illegal' if _DENIED.search(rest) else 'legal'} {listed}"
        cause = f"Which {which} are allowed is said after `legal`, and which are not after `illegal`."
        yield replaced(words.source, start + found.start(), start + found.end("said"), text, cause, f"write `{text}`")


_EXPECT: Final = re.compile(r"\bexpect (?P<said>(?:(?! because\b)[^;{}\"#\n])+?)(?=\s*(?:[;}#]|$| because\b))")
_CALL: Final = re.compile(r"(?<![\w(])(?:[a-z_]+\(\d+\)|\d+|[a-z_]+)(?![\w(])")
_DENIED: Final = re.compile(
    r"\b(?:illegal|not|no|never|cannot|\w+n't|forbidden|barred|refused|banned|disallowed|prohibited)\b"
)
_POLAR: Final = (
    "illegal legal not no never cannot can can't couldn't mustn't isn't aren't may must should has have allowed "
    "permitted possible playable fine ok forbidden barred refused banned disallowed prohibited impossible"
)
"""Words that say whether something is allowed."""
_EXPECTED: Final = (
    "that to be able is are was the play played plays lead led leads bid bids call calls or and nor only any either of "
    "follow with choose card cards a an it for just but from one turn us them up make makes"
)
"""Words that may be said along with them."""
_EXAMPLE: Final = re.compile(r'\bexample *"[^"\n]*" *\{')
_SAID_FOR: Final = {
    "options": ("set",), "settings": ("set",), "with": ("given", "set"), "when": ("given", "case"),
    "if": ("given", "case"), "played": ("plays",), "play": ("plays",), "trick": ("tricks",), "bid": ("bids",),
    "bidding": ("bids",), "assert": ("expect",), "then": ("expect",), "result": ("expect",),
}  # fmt: skip
_SPELT: Final = 0.7
_WHO: Final = r"(?:us|them|[A-Z][a-z]\w*)"
_BEGINNINGS: Final = (
    (r"(?:il)?legal\b", "expect"),
    (rf"{_WHO} (?:takes? \d[^:]*|wins? tricks [^:]*|did [^:]*):", "case"),
    (rf"{_WHO} (?:wins\b|asked|not asked|leads|deals)|nobody wins", "expect"),
    (rf"{_WHO} (?:holds|did|won|took|bid|broke|not looked)\b|(?:dealer|deal|trick_number) =", "given"),
    (rf"{_WHO} \{{", ""),
    (rf"{_WHO} (?:{CARD.pattern})(?: (?:{CARD.pattern}))+", "tricks"),
    (rf"{_WHO} (?:{CARD.pattern})\b", "plays"),
    (rf"{_WHO} [a-z\d]", "bids"),
)
"""How lines of examples go on after their first word; without a word, it is what is given or what comes out."""


def in_lists(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose several changes of one kind: bids by their names, cards without commas, in capitals, cases as cases."""
    start, line = lines_of(finding, words)
    cases = [(start + one.start(), start + one.end(), "case") for one in re.finditer(r"\bif\b(?=[^:{}]*:)", line)]
    cases += [
        (start + one.start(), start + one.end(), "otherwise")
        for one in re.finditer(r"\b(?:else|default)\b(?=\s*:)", line)
    ]
    for said, text in ((r"\bwhen\b(?=[^:{}]*:)", "case"), (r"\belse\b(?!\s*:)", "otherwise:")):
        cases += [(start + one.start(), start + one.end(), text) for one in re.finditer(said, line)]
    if cases and re.search(r"\bscore\b[^:{}]*\{", line):
        only = {(words.source.text[low:high], text) for low, high, text in cases}
        said = next((f"write `{text}` for `{was}`" for was, text in only), "") if len(only) == 1 else ""
        yield several(
            words.source,
            iter(cases),
            said or "write `case` and `otherwise`",
            "The braces of a `score` contain `case …:` and `otherwise:`.",
        )
    for one in re.finditer(r"\bon deals? (?:(?:from|in) )?[\[(]?(\d+) ?(?:-|–|to|through|\.\.+) ?(\d+)[\])]?", line):
        text = "on deals " + ", ".join(str(deal) for deal in range(int(one[1]), min(int(one[2]), int(one[1]) + 40) + 1))
        cause = "The deals are listed one by one."
        yield replaced(words.source, start + one.start(), start + one.end(), text, cause, f"write `{text}`")
    if re.match(r"\s*include\b", line) and "with" not in line and re.search(r",|\b(?:and|plus)\b|[&+]", line):
        indent = line[: len(line) - len(line.lstrip())]
        gaps = re.finditer(r",?\s*\b(?:and|plus)\s+|\s*[,&+]\s*", line)
        more = [(start + one.start(), start + one.end(), f"\n{indent}include ") for one in gaps]
        yield several(
            words.source,
            iter(more),
            "write `include` for each pack, on a line of its own",
            "One `include` takes in one pack.",
        )
    for block in re.finditer(r"\bscore\b[^:{}\n]*\{([^{}]*)", words.source.text):
        lacking = [one.end() for one in _NO_CASE.finditer(block[1])] if block.start() <= finding.span.start else []
        if lacking and finding.span.start <= block.end():
            yield several(
                words.source,
                ((block.start(1) + at, block.start(1) + at, "case ") for at in lacking),
                "write `case` before it" if len(lacking) == 1 else "write `case` before each",
                "The braces of a `score` contain `case …:` and `otherwise:`.",
            )


_NO_CASE: Final = re.compile(
    r"(?:\A\s*|^[ \t]*)(?!case\b|otherwise\b|else\b|default\b|source\b|note\b)(?=[\w(][^\n:\"]*:)|"
    r"(?<=[\w)\"] )(?<!case )(?<!not )(?!otherwise\b|else\b|default\b)(?=(?:not )?[a-z]\w*:)",
    re.MULTILINE,
)
"""Where a case begins without its word."""


def otherwise_last(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose `otherwise` as the last case of its block."""
    text = words.source.text
    found = _OTHERWISE.search(text, max(0, words.line_around(finding.span.start)[0] - 1))
    end = closing_of(text, finding.span.start)
    if found is None or found.end() > end or not text[found.end() : end].lstrip().startswith("case "):
        return
    last = len(text[:end].rstrip())
    cause, hint = finding.message, finding.hint
    if found["case"]:
        cause, hint = (
            "`otherwise` is the last case, and no `case` comes before it.",
            "write `otherwise` last, without `case`",
        )
    cases = f"{text[found.end() : last]}{found['gap']}{found['said']}"
    yield replaced(words.source, found.start(), last, cases, cause, hint)


_OTHERWISE: Final = re.compile(
    r"(?P<gap>\n[ \t]*| )(?P<case>case )?(?P<said>otherwise:(?: *(?:\"[^\"\n]*\"|(?!case\b)[^\s\"{}]+))+)"
)
"""What a line gives for all else, and the space before it."""
