import * as crypto from "node:crypto";
import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

/** A place as the server tells it: in a file, from 0, in units of UTF-16. */
interface Place {
  file: string;
  start: { line: number; character: number };
  end: { line: number; character: number };
}

/** What there is to see, as the server tells it. The pane knows what stands in view. */
interface Preview {
  seq: number;
  uri: string;
  version: number;
  view: unknown;
}

/** The pane beside the text. It shows the card under the caret; what it looks like is shared with `kdsl watch --serve`. */
export class Pane implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private client: LanguageClient | undefined;
  private last: Preview | undefined;
  private pinned = false;
  private waiting: NodeJS.Timeout | undefined;
  private posting: NodeJS.Timeout | undefined;
  private readonly all: vscode.Disposable[] = [];

  constructor(private readonly context: vscode.ExtensionContext) {
    this.all.push(
      vscode.window.onDidChangeTextEditorSelection(e => { if (e.textEditor.document.languageId === "kdsl") this.follow(e.textEditor); }),
      vscode.window.onDidChangeActiveTextEditor(e => { if (e?.document.languageId === "kdsl") this.follow(e); }));
  }

  dispose(): void {
    this.panel?.dispose();
    for (const d of this.all) d.dispose();
  }

  /** serve takes what a server tells. */
  serve(client: LanguageClient): void {
    this.client = client;
    this.last = undefined;
    client.onNotification("kdsl/preview", (p: Preview) => {
      if (this.last && p.seq <= this.last.seq) return;
      this.posting ??= setTimeout(() => { // of what comes together the last has all
        this.posting = undefined;
        if (!this.pinned) void this.panel?.webview.postMessage(this.last);
      }, 4);
      this.last = p;
    });
    this.follow();
  }

  /** show opens the pane beside the text; the focus stays where it is. */
  show(): void {
    if (this.panel) {
      this.panel.reveal(undefined, true);
      return;
    }
    const root = vscode.Uri.joinPath(this.context.extensionUri, "dist", "pane");
    this.panel = vscode.window.createWebviewPanel("kdsl.preview", vscode.l10n.t("Card"), { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [root], retainContextWhenHidden: true });
    void vscode.commands.executeCommand("setContext", "kdsl.previewing", true);
    this.panel.onDidDispose(() => {
      this.panel = undefined;
      this.pinned = false;
      void vscode.commands.executeCommand("setContext", "kdsl.previewing", false);
    });
    this.panel.webview.onDidReceiveMessage((m: { ready?: boolean; reveal?: Place }) => {
      if (m.ready && this.last) void this.panel?.webview.postMessage(this.last);
      if (m.reveal) void this.reveal(m.reveal);
    });
    void this.load(root);
    this.follow();
  }

  /** pin keeps the card that is shown, or follows the caret again. */
  pin(): void {
    if (!this.panel) return;
    this.pinned = !this.pinned;
    this.panel.title = this.pinned ? vscode.l10n.t("Card (kept)") : vscode.l10n.t("Card");
    if (!this.pinned && this.last) void this.panel.webview.postMessage(this.last);
  }

  /**
   * follow tells the server where the caret is: at once, and again when it has stood still if it moves fast. The editor is the one
   * that has changed: who comes back to it from the pane makes it the active one, too, which is one thing to tell.
   */
  follow(editor = vscode.window.activeTextEditor): void {
    this.editor = editor ?? this.editor;
    if (!this.panel || this.pinned || this.waiting) return;
    this.waiting = setTimeout(() => {
      this.tell();
      this.waiting = setTimeout(() => {
        this.waiting = undefined;
        if (this.told !== this.here()) this.tell();
      }, 50);
    });
  }

  private told = "";
  private editor: vscode.TextEditor | undefined; // of which was told last

  private here(): string {
    const e = this.editor;
    return e?.document.languageId === "kdsl" ? `${e.document.uri.toString()} ${e.document.version} ${e.selection.active.line} ${e.selection.active.character}` : this.told;
  }

  private tell(): void {
    const e = this.editor;
    if (!e || e.document.languageId !== "kdsl" || !this.client?.isRunning()) return;
    this.told = this.here();
    const { line, character } = e.selection.active;
    void this.client.sendNotification("kdsl/follow", { uri: this.client.code2ProtocolConverter.asUri(e.document.uri), position: { line, character } });
  }

  /** load writes the page: that of `kdsl watch --serve`, with addresses and a policy of the editor's. */
  private async load(root: vscode.Uri): Promise<void> {
    const panel = this.panel;
    if (!panel) return;
    const raw = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(root, "pane.html")));
    const nonce = crypto.randomBytes(16).toString("hex");
    const at = (name: string): string => panel.webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
    const policy = `default-src 'none'; style-src ${panel.webview.cspSource}; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
    panel.webview.html = raw
      .replace("<head>", `<head>\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
      .replace('<html lang="en">', `<html lang="en" data-lang="${vscode.env.language.replace(/[^a-zA-Z-]/g, "")}">`)
      .replace('href="pane.css"', `href="${at("pane.css")}"`)
      .replace('src="pane.js"', `nonce="${nonce}" src="${at("pane.js")}"`);
  }

  /** reveal shows a place of a text, and puts the caret there. */
  private async reveal(place: Place): Promise<void> {
    const uri = path.isAbsolute(place.file) ? vscode.Uri.file(place.file) : undefined;
    if (!uri) return;
    const range = new vscode.Range(place.start.line, place.start.character, place.start.line, place.start.character);
    const shown = vscode.window.visibleTextEditors.find(e => e.document.uri.fsPath === uri.fsPath);
    try {
      await vscode.window.showTextDocument(shown?.document ?? await vscode.workspace.openTextDocument(uri), { viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One, selection: range });
    } catch {
      // It comes with kdsl, and is no file here.
    }
  }
}
