import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions, State } from "vscode-languageclient/node";
import { Pane } from "./preview";
import { Tests } from "./testing";

/** The number of the messages beside the protocol: kdsl/follow, kdsl/preview, kdsl/tests. Another one does not fit. */
const dialect = 1;

let client: LanguageClient | undefined;

/** Where kdsl is: as set, or as brought along, or in the search path; "" for nowhere. */
function binary(context: vscode.ExtensionContext): string {
  const set = vscode.workspace.getConfiguration("kdsl").get<string>("path", "").trim();
  if (set) return set;
  const name = process.platform === "win32" ? "kdsl.exe" : "kdsl";
  const places = [path.join(context.extensionPath, "bin", `${process.platform}-${process.arch}`, name),
    ...(process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean).map(dir => path.join(dir, name))];
  return places.find(p => fs.existsSync(p)) ?? "";
}

async function start(context: vscode.ExtensionContext, pane: Pane, tests: Tests): Promise<void> {
  const command = binary(context);
  if (!command || path.isAbsolute(command) && !fs.existsSync(command)) {
    const settings = vscode.l10n.t("Open the settings");
    void vscode.window.showErrorMessage(vscode.l10n.t("kdsl was not found. Set its path in the settings (kdsl.path), or install the extension of your platform, which brings it along."), settings)
      .then(chosen => chosen && vscode.commands.executeCommand("workbench.action.openSettings", "kdsl.path"));
    return;
  }
  if (process.platform !== "win32" && command.startsWith(context.extensionPath)) {
    try { fs.chmodSync(command, 0o755); } catch { /* it is read-only, and perhaps may be run */ }
  }
  const server: ServerOptions = { command, args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "kdsl" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.kdsl") },
  };
  const it = new LanguageClient("kdsl", "kdsl", server, options);
  try {
    await it.start();
  } catch (e) {
    void vscode.window.showErrorMessage(vscode.l10n.t("The language server could not be started: {0}", e instanceof Error ? e.message : String(e)));
    return;
  }
  const result = it.initializeResult;
  const name = result?.serverInfo ? result.serverInfo.version ?? result.serverInfo.name : command;
  const spoken = (result?.capabilities.experimental as { kdsl?: { dialect?: number } } | undefined)?.kdsl?.dialect ?? 0;
  if (spoken !== dialect) {
    await it.stop();
    const older = spoken < dialect ? vscode.l10n.t("kdsl") : vscode.l10n.t("the extension");
    void vscode.window.showErrorMessage(vscode.l10n.t("{0} speaks dialect {1}, this extension dialect {2}: update {3}.", name, spoken, dialect, older));
    return;
  }
  client = it;
  context.subscriptions.push(it.onDidChangeState(e => { if (e.newState === State.Running) pane.follow(); }));
  pane.serve(it);
  tests.serve(it);
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const pane = new Pane(context);
  const tests = new Tests();
  context.subscriptions.push(pane, tests,
    vscode.commands.registerCommand("kdsl.preview", () => pane.show()),
    vscode.commands.registerCommand("kdsl.pin", () => pane.pin()),
    vscode.commands.registerCommand("kdsl.restart", async () => {
      await client?.stop();
      client = undefined;
      await start(context, pane, tests);
    }),
    vscode.commands.registerCommand("kdsl.version", () => vscode.window.showInformationMessage(
      `${client?.initializeResult?.serverInfo?.version ?? "?"} · ${binary(context)} · dialect ${dialect}`)),
    vscode.workspace.onDidChangeConfiguration(e => { if (e.affectsConfiguration("kdsl.path")) void vscode.commands.executeCommand("kdsl.restart"); }));
  await start(context, pane, tests);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
