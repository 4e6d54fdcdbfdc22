import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

/** A test as the server tells it. */
interface Tested {
  name: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
  ran: boolean;
  passed: boolean;
  message?: string;
  at?: Tested["range"];
  millis: number;
}

interface Answer {
  tests: Tested[];
  problem?: string;
}

const range = (r: Tested["range"]): vscode.Range => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);

/** The tests of texts, beside them and in the editor's own view of tests. The server runs them; nothing is started in a terminal. */
export class Tests implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("kdsl", "kdsl");
  private client: LanguageClient | undefined;
  private readonly all: vscode.Disposable[] = [];
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor() {
    this.controller.createRunProfile(vscode.l10n.t("Run"), vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token), true);
    this.controller.refreshHandler = () => this.refresh();
    this.all.push(this.controller,
      vscode.workspace.onDidOpenTextDocument(d => void this.list(d)),
      vscode.workspace.onDidChangeTextDocument(e => this.later(e.document)),
      vscode.workspace.onDidCloseTextDocument(d => this.controller.items.delete(d.uri.toString())));
  }

  dispose(): void {
    for (const t of this.waiting.values()) clearTimeout(t);
    for (const d of this.all) d.dispose();
  }

  /** serve takes what a server lists. */
  serve(client: LanguageClient): void {
    this.client = client;
    void this.refresh();
  }

  private async refresh(): Promise<void> {
    await Promise.all(vscode.workspace.textDocuments.map(d => this.list(d)));
  }

  private later(d: vscode.TextDocument): void {
    if (d.languageId !== "kdsl") return;
    const key = d.uri.toString();
    clearTimeout(this.waiting.get(key));
    this.waiting.set(key, setTimeout(() => { this.waiting.delete(key); void this.list(d); }, 400));
  }

  private async ask(uri: vscode.Uri, run: boolean, names?: string[]): Promise<Answer> {
    if (!this.client?.isRunning()) return { tests: [] };
    return this.client.sendRequest<Answer>("kdsl/tests", { uri: this.client.code2ProtocolConverter.asUri(uri), run, names: names ?? null });
  }

  /** list lists the tests of a text as it stands. */
  private async list(d: vscode.TextDocument): Promise<void> {
    if (d.languageId !== "kdsl" || d.uri.scheme !== "file") return;
    const { tests } = await this.ask(d.uri, false);
    const key = d.uri.toString();
    if (tests.length === 0) {
      this.controller.items.delete(key);
      return;
    }
    const file = this.controller.items.get(key) ?? this.controller.createTestItem(key, vscode.workspace.asRelativePath(d.uri), d.uri);
    this.controller.items.add(file);
    file.children.replace(tests.map(t => {
      const item = file.children.get(t.name) ?? this.controller.createTestItem(t.name, t.name, d.uri);
      item.range = range(t.range);
      return item;
    }));
  }

  /** run runs tests: those of whole texts at once. */
  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    const files = new Map<vscode.TestItem, vscode.TestItem[]>();
    const without = new Set(request.exclude ?? []);
    const add = (item: vscode.TestItem): void => {
      if (without.has(item)) return;
      if (item.parent) files.set(item.parent, [...files.get(item.parent) ?? [], item]);
      else item.children.forEach(add);
    };
    (request.include ?? [...this.controller.items].map(([, item]) => item)).forEach(add);
    for (const [file, items] of files) {
      if (token.isCancellationRequested || !file.uri) break;
      for (const item of items) run.started(item);
      const answer = await this.ask(file.uri, true, items.map(i => i.id));
      for (const item of items) {
        const t = answer.tests.find(t => t.name === item.id);
        if (answer.problem || !t) {
          run.errored(item, new vscode.TestMessage(answer.problem ?? ""));
        } else if (!t.ran) {
          run.errored(item, new vscode.TestMessage(vscode.l10n.t("There is no time left: it was stopped.")));
        } else if (t.passed) {
          run.passed(item, t.millis);
        } else {
          const message = new vscode.TestMessage(t.message ?? "");
          message.location = new vscode.Location(file.uri, range(t.at ?? t.range));
          run.failed(item, message, t.millis);
        }
        if (t) run.appendOutput(`${t.passed ? "✓" : "✗"} ${item.label}${t.message ? "\r\n" + t.message.replace(/\n/g, "\r\n") : ""}\r\n`, undefined, item);
      }
    }
    run.end();
  }
}
