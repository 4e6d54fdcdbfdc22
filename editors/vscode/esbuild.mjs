// Bundles the extension, and brings along what it shares with the page of `kdsl watch --serve`.
import { build } from "esbuild";
import { copyFileSync, mkdirSync } from "node:fs";

await build({ entryPoints: ["src/extension.ts"], bundle: true, outfile: "dist/extension.js", platform: "node", target: "node20", format: "cjs", external: ["vscode"], minify: true });
mkdirSync("dist/pane", { recursive: true });
for (const name of ["pane.html", "pane.css", "pane.js"]) copyFileSync(`../../internal/page/${name}`, `dist/pane/${name}`);
