// Runs a program for wasip1: node .ci/wasip1.mjs PROGRAM ARGUMENTS...
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const args = process.argv.slice(2);
const wasi = new WASI({
  version: 'preview1',
  args,
  env: { PWD: process.cwd() },
  preopens: { '/': '/' },
});
const module = await WebAssembly.compile(await readFile(args[0]));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
instance.exports.memory.grow(0x6000); // at once: node speaks to the memory that was there at the start
wasi.start(instance); // exits
