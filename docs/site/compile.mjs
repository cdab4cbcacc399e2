// Compiles the package for the Python of the page, in that Python: `node compile.mjs PYODIDE IN.zip OUT.zip`.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: runtime });
python.unpackArchive(new Uint8Array(readFileSync(from)), "zip", { extractDir: "/made" });
python.runPython(`
import compileall, pathlib, py_compile, site, zipfile
made = pathlib.Path("/made")
assert compileall.compile_dir(made, quiet=1, legacy=True, stripdir="/made",
                              invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
packages = pathlib.PurePosixPath(site.getsitepackages()[0]).relative_to("/")
with zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
    for path in sorted(made.rglob("*")):
        if path.is_file() and path.suffix != ".py":
            name = path.relative_to(made)
            below = name.relative_to("home") if name.parts[0] == "home" else None
            place = packages / name if below is None else pathlib.PurePosixPath("home/pyodide") / below
            out.writestr(zipfile.ZipInfo(str(place), (2020, 1, 1, 0, 0, 0)), path.read_bytes(), zipfile.ZIP_DEFLATED)
`);
writeFileSync(to, python.FS.readFile("/out.zip"));
