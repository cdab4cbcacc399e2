// Starts `spadesdsl lsp` and opens a terminal for "play this game". Everything else is the server's.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function program() {
  return vscode.workspace.getConfiguration("spadesdsl").get("command") || "spadesdsl";
}

async function activate(context) {
  const options = {
    documentSelector: [{ language: "spades" }],
    middleware: {
      // A game needs a terminal, which only the editor can open.
      async executeCommand(command, words, next) {
        if (command !== "spadesdsl.play") {
          return next(command, words);
        }
        const terminal = vscode.window.createTerminal({
          name: "spadesdsl",
          shellPath: program(),
          shellArgs: ["play", vscode.Uri.parse(words[0]).fsPath],
        });
        terminal.show();
        return null;
      },
    },
  };
  client = new LanguageClient("spadesdsl", "spadesdsl", { command: program(), args: ["lsp"] }, options);
  context.subscriptions.push(client);
  try {
    await client.start();
  } catch (problem) {
    vscode.window.showErrorMessage(`spadesdsl does not start: ${problem.message}. Is spadesdsl[lsp] installed?`);
  }
}

function deactivate() {
  return client === undefined ? undefined : client.stop();
}

module.exports = { activate, deactivate };
