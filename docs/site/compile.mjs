// Compiles the package for the Python of the page, in that Python, and so many of Python's own modules as are needed to
// start: read as text, they take most of that time. Which column of a line code is from is left out: that would be an
// eighth of all that is loaded. `node compile.mjs PYODIDE IN.zip OUT.zip LIBRARY.zip`.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, from, to, library] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: runtime, env: { PYTHONNODEBUGRANGES: "1" } });
python.unpackArchive(new Uint8Array(readFileSync(from)), "zip", { extractDir: "/made" });
python.runPython(`
import compileall, pathlib, py_compile, re, site, sys, zipfile
made, library = pathlib.Path("/made"), pathlib.Path("/library")
packages = pathlib.PurePosixPath(site.getsitepackages()[0]).relative_to("/")
how = {"quiet": 1, "legacy": True, "invalidation_mode": py_compile.PycInvalidationMode.UNCHECKED_HASH}

unused = re.compile("encodings/(cp(?!437)|iso|mac_|koi8|euc_|gb|big5|shift_|ptcp|kz|tis|johab|hz|hp_)|"
                    "(multiprocessing|_pyio|_pydatetime|_pyrepl|optparse|pickletools|xml|unittest|xmlrpc|wsgiref|imaplib|smtplib|ftplib|mailbox|pdb|doctest|pydoc)[/.]")

def place(name):
    return pathlib.PurePosixPath("home/pyodide") / name.relative_to("home") if name.parts[0] == "home" else packages / name

def write(to, folder, place, is_left_out):
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not is_left_out(path):
                name = zipfile.ZipInfo(str(place(path.relative_to(folder))), (2020, 1, 1, 0, 0, 0))
                out.writestr(name, path.read_bytes(), zipfile.ZIP_DEFLATED)

assert compileall.compile_dir(made, stripdir=made, **how)
write("/out.zip", made, place, lambda path: path.suffix == ".py")
kept = next(path for path in sys.path if path.endswith(".zip"))
zipfile.ZipFile(kept).extractall(library)
sys.path.append("/made")
import thinker
for file in {getattr(module, "__file__", None) or "" for module in sys.modules.values()}:
    if file.startswith(kept): # the others stay text, which is smaller
        assert compileall.compile_file(library / file[len(kept) + 1:], stripdir=library, optimize=2, **how)
write("/library.zip", library, str, lambda path: unused.match(str(path.relative_to(library)))
      or path.suffix == ".py" and path.with_suffix(".pyc").exists())
`);
writeFileSync(to, python.FS.readFile("/out.zip"));
writeFileSync(library, python.FS.readFile("/library.zip"));
