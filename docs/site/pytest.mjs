// Runs tests in the Python of the page: `node pytest.mjs PYODIDE REPOSITORY PACKAGES ARGUMENTS…`.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, repository, packages] = process.argv.slice(2, 5).map((one) => resolve(one)), args = process.argv.slice(5);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: runtime, env: { HOME: "/tmp", PYTHONDONTWRITEBYTECODE: "1", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" } });
for (const [here, there] of [["/repository", repository], ["/packages", packages]]) {
  python.FS.mkdirTree(here);
  python.mountNodeFS(here, there);
}
process.exitCode = await python.runPythonAsync(`
import os, sys
sys.path += ["/repository", "/packages"]
os.chdir("/repository")
import pytest
print("Python", sys.version.split()[0], sys.platform)
int(pytest.main(args))`, { globals: python.toPy({ args: ["--noconftest", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir=/repository", "--import-mode=importlib", ...args] }) });
process.exit();
