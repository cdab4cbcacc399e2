"""Makes the page that needs no server, and the documents: `make site`. `python -m docs.site page` makes only the page.

npm gets what `package-lock.json` names and checks its digests. Everything else is in this folder or made from the
package: the editor is bundled, the package is compiled for the Python of the page, and the tables of the grammar are
made. What never changes under its name is in a folder that is named after its contents.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import yaml

from docs import editors
from docs.site.lessons import TUTORIAL, lessons
from spadesdsl.reading import SUFFIX
from spadesdsl.resources import package_text

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent.parent
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What a page may do: load from its own site, and run the Python that comes from there."""
PAGE: Final = ("page.js", "page.css", "place.js", "link_text.js", "worker.js")
TABLE: Final = ("base.css", "table.css", "table.js", "cards.js", "link.js", "icon.svg")
NARROW: Final = """\
@media (max-width: 30rem) {
  :host(#diff) table { table-layout: fixed; }
  :host(#diff) :is(td, th) { overflow-wrap: anywhere; }
}
"""
"""The style of a comparison on a phone, where it has three columns of words."""
RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs")
UNUSED: Final = ("cli", "research", "simulation", "editor/server.py", "web/app.py", "journal/pbn.py", "report.py")
"""What the page has no use for: it has no command line and no server, and nobody learns or simulates there."""


class Unmade(Exception):
    """The site cannot be made; the text says why and what helps."""


def main(part: str = "") -> int:
    """Make the page, and the documents around it unless only the page is wanted."""
    folder = "build/site"
    try:
        size = make(ROOT / folder)
    except Unmade as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    if part != "page":
        from docs.site.documents import write

        sys.stderr.write(write(ROOT / folder, games()))
    sys.stdout.write(f"{folder}/play/index.html: made, {size / 1e6:.1f} MB compressed. ")
    sys.stdout.write(f"To see it: python3 -m http.server -d {folder}\n")
    return 0


def make(site: Path) -> int:
    """Make the page, and return how many bytes its first load takes when it is sent compressed."""
    modules = installed(site.parent / "site-modules")
    with TemporaryDirectory(dir=site.parent) as name:
        made = Path(name) / "made"
        made.mkdir()
        _fill(made, modules)
        digest = sha256()
        for path in sorted(made.iterdir()):
            digest.update(f"{path.name} {sha256(path.read_bytes()).hexdigest()}\n".encode())
        version = digest.hexdigest()[:12]
        play = Path(name) / "play"
        play.mkdir()
        made.rename(play / version)
        _front(play, version)
        size = sum(len(gzip.compress(path.read_bytes())) for path in play.rglob("*") if path.is_file())
        _write(play / "made-from", made_from())
        shutil.rmtree(site / "play", ignore_errors=True)
        site.mkdir(exist_ok=True)
        play.rename(site / "play")
    return size


def made_from() -> str:
    """Return a digest of all that the page is made from."""
    kept = sha256()
    for folder in ("docs/site", "grammars", "spadesdsl", "variants"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                kept.update(f"{path.relative_to(ROOT)} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    kept.update(TUTORIAL.read_bytes())
    return kept.hexdigest()


def is_installed(build: Path) -> bool:
    """Tell whether npm has got what the page needs, as it is named now."""
    mark = build / "site-modules" / "made-from"
    return mark.is_file() and mark.read_bytes() == (HERE / "package-lock.json").read_bytes()


def installed(folder: Path) -> Path:
    """Return the modules that the page needs, got by npm unless they are there."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise Unmade(
            "The page needs Node.js 18 or newer with npm, to get the Python that runs in browsers and to bundle the "
            "editor. Install it (on Debian: apt install nodejs npm), and run `make site` again."
        )
    if not is_installed(folder.parent):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder)
        _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", folder=folder)
        shutil.copy(HERE / "package-lock.json", folder / "made-from")
    return folder / "node_modules"


def _run(*command: str, folder: Path = ROOT) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unmade(f"`{' '.join(command[:3])}` failed:\n{done.stdout}{done.stderr}")


# ---------------------------------------------------------------- what never changes under its name


def _fill(made: Path, modules: Path) -> None:
    runtime = modules / "pyodide"
    for name in RUNTIME:
        shutil.copy(runtime / name, made)
    (made / "pyodide.asm.wasm.gz.bin").write_bytes(
        gzip.compress((runtime / "pyodide.asm.wasm").read_bytes(), 9, mtime=0)
    )
    lock = json.loads((runtime / "pyodide-lock.json").read_text(encoding="utf-8"))
    _write(made / "pyodide-lock.json", json.dumps({"info": lock["info"], "packages": {}}))
    static = files("spadesdsl.web").joinpath("static")
    for name in TABLE:
        (made / name).write_bytes(static.joinpath(name).read_bytes())
    for name in PAGE:
        shutil.copy(HERE / name, made)
    table = static.joinpath("table.html").read_text(encoding="utf-8").replace("/static/", "")
    _write(made / "table.html", _guarded(re.sub(r"<link rel=\"manifest\".*\n", "", table)))
    style = package_text("spadesdsl.book", "page.css")
    _write(made / "book.css", style.replace(":root", ":host").replace("body {", ":host {") + NARROW)
    _write(made / "games.json", json.dumps(games(), ensure_ascii=False))
    _write(made / "lessons.json", json.dumps(lessons(), ensure_ascii=False))
    _write(made / "licences.txt", _licences(modules))
    _bundle(made, modules)
    _compile(made, runtime)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _guarded(page: str) -> str:
    """Return a page with what it may do."""
    return page.replace(
        '<meta charset="utf-8">\n',
        f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n',
    )


def games() -> list[dict[str, str]]:
    """Return every shipped file with its title and text, and first the house rules of the README, which are no file."""
    paths = sorted((ROOT / "variants").rglob(f"*{SUFFIX}"))
    found = [_game(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths]
    shown = re.search(r"^```spades file=.*\n((?:.*\n)*?)```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert shown is not None, "the README shows house rules"
    return [_game("", shown[1]), *sorted(found, key=lambda one: one["title"].casefold())]


def _game(file: str, text: str) -> dict[str, str]:
    head = re.search(r'^\s*(?:variant|pack)\s+(\w+)\s+"([^"\n]*)"', text, re.MULTILINE)
    assert head is not None, f"{file} has a name and a title"
    return {"name": head[1], "title": head[2], "file": file, "text": text}


def _bundle(made: Path, modules: Path) -> None:
    """Bundle the editor, with the words of the language."""
    with TemporaryDirectory(dir=modules.parent) as name:
        folder = Path(name)
        shutil.copy(HERE / "editor.js", folder)
        _write(folder / "words.js", editors.codemirror())
        _run(str(modules / ".bin" / "esbuild"), str(folder / "editor.js"), "--bundle", "--minify", "--format=esm",
             "--target=es2022", "--legal-comments=none", f"--outfile={made / 'editor.js'}")  # fmt: skip


def _compile(made: Path, runtime: Path) -> None:
    """Compile the package, what it needs, and Python's modules for the page, and add the tables of the grammar."""
    with TemporaryDirectory(dir=made.parent) as name:
        folder = Path(name)
        environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "SPADESDSL_CACHE": "grammar"}
        make_tables = "from spadesdsl.syntax.grammar import grammar; grammar()"
        subprocess.run([sys.executable, "-c", make_tables], cwd=ROOT, env=environment, check=True)
        with zipfile.ZipFile(folder / "sources.zip", "w") as bundle:
            for path in sorted((ROOT / "spadesdsl").rglob("*")):
                where = path.relative_to(ROOT)
                is_used = where.relative_to("spadesdsl").as_posix() not in UNUSED and where.parts[1] not in UNUSED
                if path.suffix in (".py", ".txt", ".toml", ".css") and is_used:
                    bundle.write(path, where.as_posix())
            for path in sorted(Path(yaml.__file__).parent.glob("*.py")):
                bundle.write(path, f"yaml/{path.name}")
            bundle.write(HERE / "thinker.py", "thinker.py")
            bundle.write(ROOT / "grammars" / "spades.lark", "spadesdsl/_data/grammars/spades.lark")
            for path in (folder / "cache" / "spadesdsl").glob("grammar-*.json"):
                bundle.write(path, f"home/.cache/spadesdsl/{path.name}")
        given = (runtime, folder / "sources.zip", made / "package.zip", made / "python_stdlib.zip")
        _run("node", str(HERE / "compile.mjs"), *map(str, given))


def _licences(modules: Path) -> str:
    """Return the licences of what is not ours."""
    parts = ["Python, which runs in the page, is under the licence of the Python Software Foundation, version 2.",
             "PyYAML is under the MIT licence."]  # fmt: skip
    for path in sorted(modules.glob("*/package.json")) + sorted(modules.glob("@*/*/package.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        if told["name"].startswith(("@esbuild", "esbuild", "ws", "@types")):
            continue
        text = path.with_name("LICENSE")
        parts.append(f"{told['name']} {told['version']}: {told.get('license', '')}")
        parts += [text.read_text(encoding="utf-8")] if text.is_file() else []
    return "\n\n".join(parts) + "\n"


# ---------------------------------------------------------------- what has the same name for ever


def _front(play: Path, version: str) -> None:
    page = _guarded((HERE / "index.html").read_text(encoding="utf-8"))
    _write(play / "index.html", re.sub(r'(href|src)="(?=[a-z]+\.)', rf'\1="{version}/', page))
    listed = ["./", *sorted(f"{version}/{path.name}" for path in (play / version).iterdir())]
    told = json.dumps({"version": version, "files": listed})
    _write(play / "ahead.js", (HERE / "ahead.js").read_text(encoding="utf-8").replace("= LIST;", f"= {told};"))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
