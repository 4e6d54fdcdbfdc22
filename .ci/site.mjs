import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import assert from 'node:assert/strict';

const require = createRequire(process.env.NODE_MODULES + '/x');
const { chromium } = require('playwright-core');
const site = process.env.SITE;
const types = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
const server = createServer(async (request, answer) => {
  const name = new URL(request.url, 'http://x').pathname;
  try {
    if (!name.startsWith('/some/path/')) throw 0;
    const text = await readFile(site + name.slice('/some/path'.length));
    answer.writeHead(200, { 'content-type': types[name.split('.').pop()] }).end(text);
  } catch { answer.writeHead(404).end(); }
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
const wrong = [];

async function open(address) {
  const page = await context.newPage();
  page.on('console', m => wrong.push(m.text()));
  page.on('pageerror', e => wrong.push(String(e)));
  page.on('requestfailed', r => wrong.push(r.url()));
  await page.goto(address);
  return page;
}
let shots = 0;
const shot = async (page, name) => process.env.PICTURES && page.screenshot({ path: `${process.env.PICTURES}/${shots++}-${name}.png` });

for (const root of ['file://' + site, `http://127.0.0.1:${server.address().port}/some/path`]) {
  const page = await open(root + '/kharn_ages/event-blow.html');
  const find = async typed => {
    await page.locator('#search').fill(typed);
    return page.locator('#found a').evaluateAll(all => all.map(a => [a.firstChild.textContent, a.getAttribute('href')]));
  };
  const finds = async (typed, page) => assert((await find(typed)).some(([, to]) => to.endsWith(page)), `${typed} does not find ${page}`);
  await finds('coup', 'kharn_ages/event-blow.html');
  await finds('Sonne', 'confrontation/card-stunned.html');
  await finds('SONNÉE', 'confrontation/card-stunned.html');
  await finds('excutioner', 'kharn_ages/card-executioner.html'); // a letter is missing
  await finds('exeuctioner', 'kharn_ages/card-executioner.html'); // two have changed places
  await finds('exe', 'kharn_ages/card-executioner.html');
  await finds('missing-dur', 'diagnostics/missing-duration.html');
  assert.equal((await find('blow'))[0][0], 'blow', 'what is called so comes first');
  assert.deepEqual(await find('zzqqzz'), []);
  assert.match(await page.locator('#said').textContent(), /Nothing/);
  await find('coup');
  await shot(page, 'search');
  // by keyboard alone
  await page.locator('#search').fill('');
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await page.keyboard.type('after');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator('#search').getAttribute('aria-activedescendant'), 'found-0');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/language/word-after.html');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip', 'the first stop leads to the text');
  await page.close();
}

// Nothing overflows on a narrow screen.
for (const name of ['index', 'kharn_ages/event-blow', 'kharn_ages/card-executioner', 'manual/guide', 'language/index', 'names', 'kharn_ages/cards']) {
  const page = await open(`file://${site}/${name}.html`);
  await shot(page, name.replaceAll('/', '-'));
  for (const width of [1200, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert(over <= 0, `${name} is ${over} too wide at ${width}`);
  }
  await page.close();
}

// Who hears the page, or sees no colours, can read it: what axe-core can tell of that, where it is there.
let rules;
try { rules = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'); } catch { console.log('no axe-core: what a screen reader meets is not tried'); }
for (const colorScheme of rules ? ['light', 'dark'] : []) {
  const seen = await browser.newContext({ colorScheme });
  for (const name of ['index', 'kharn_ages/event-blow', 'kharn_ages/card-executioner', 'manual/guide', 'manual/tutorial', 'language/index', 'names', 'kharn_ages/cards', 'diagnostics/index']) {
    const page = await seen.newPage();
    await page.goto(`file://${site}/${name}.html`);
    await page.evaluate(rules);
    const broken = await page.evaluate(() => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] }).then(r => r.violations.map(v => `${v.id}: ${v.nodes[0].html}`)));
    assert.deepEqual(broken, [], `${name}, ${colorScheme}`);
    await page.close();
  }
}

// In the dark, on paper and without scripts.
const dark = await open(`file://${site}/kharn_ages/card-executioner.html`);
await dark.emulateMedia({ colorScheme: 'dark' });
await shot(dark, 'dark');
await dark.emulateMedia({ media: 'print' });
assert.equal(await dark.locator('header').isVisible(), false);
assert.equal(await dark.locator('article').first().isVisible(), true);
const still = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
await still.goto(`file://${site}/kharn_ages/event-blow.html`);
assert.equal(await still.locator('#search').isVisible(), false);
await still.locator('nav a', { hasText: 'Names' }).click();
assert.match(still.url(), /names\.html$/);

assert.deepEqual(wrong, []);
await browser.close();
server.close();
console.log('the site works in a browser');
