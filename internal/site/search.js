"use strict";
// Looks for what window.KDSL lists: [title, words, page, sort]. Every word that is typed must begin a word of an entry, or be one
// slip away from one.
(() => {
  const box = document.getElementById("search");
  const list = document.getElementById("found");
  const said = document.getElementById("said");
  if (!box || !window.KDSL) return;
  box.hidden = false;
  const root = document.documentElement.dataset.root;
  const fold = s => s.replace(/œ/gi, "oe").replace(/æ/gi, "ae").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().split(/[^\p{L}\p{Nd}]+/u).filter(Boolean);
  const entries = window.KDSL.map(([title, words, page, sort]) => ({ title, page, sort, name: fold(title).join(" "), words: words.split(" ") }));

  // slip tells whether a word begins like another, but for one letter that is wrong, missing, too many, or changed with the next.
  function slip(typed, word) {
    if (typed.length < 4) return false;
    for (let i = 0; i < typed.length; i++) {
      if (typed[i] === word[i]) continue;
      const rest = typed.slice(i + 1);
      return word.startsWith(rest, i + 1) || word.startsWith(typed.slice(i), i + 1) || word.startsWith(rest, i) ||
        typed[i] === word[i + 1] && typed[i + 1] === word[i] && word.startsWith(typed.slice(i + 2), i + 2);
    }
    return false;
  }
  function weight(e, typed) {
    let sum = 0, slips = false;
    for (const t of typed) {
      let best = 0;
      for (const w of e.words) {
        if (w === t) { best = 8; break; }
        if (w.startsWith(t)) best = Math.max(best, 5);
        else if (best < 1 && slip(t, w)) best = 1;
      }
      if (!best) return 0;
      slips = slips || best < 2;
      sum += best;
    }
    const all = typed.join(" ");
    if (e.name === all) sum += 20;
    else if (e.name.startsWith(all)) sum += 6;
    if (slips) sum /= 100;
    return Math.max(sum - Math.min(e.name.length, 60) / 10000, 1e-6);
  }
  let at = -1;
  function mark(n) {
    const items = list.children;
    if (items[at]) items[at].removeAttribute("aria-selected");
    at = items.length ? (n + items.length) % items.length : -1;
    if (at < 0) return box.removeAttribute("aria-activedescendant");
    items[at].setAttribute("aria-selected", "true");
    items[at].scrollIntoView({ block: "nearest" });
    box.setAttribute("aria-activedescendant", items[at].id);
  }
  function look() {
    const typed = fold(box.value);
    let found = typed.length ? entries.map(e => [weight(e, typed), e]).filter(x => x[0] > 0).sort((a, b) => b[0] - a[0] || a[1].title.localeCompare(b[1].title)) : [];
    if (found.length && found[0][0] > 1) while (found[found.length - 1][0] < 1) found.pop(); // nobody has slipped
    list.replaceChildren(...found.slice(0, 30).map(([, e], i) => {
      const item = document.createElement("li");
      item.id = "found-" + i;
      item.setAttribute("role", "option");
      const a = document.createElement("a");
      a.href = root + e.page;
      a.tabIndex = -1;
      a.textContent = e.title;
      const sort = document.createElement("span");
      sort.textContent = e.sort;
      a.append(sort);
      item.append(a);
      return item;
    }));
    at = -1;
    box.removeAttribute("aria-activedescendant");
    list.hidden = !found.length;
    box.setAttribute("aria-expanded", String(!!found.length));
    said.textContent = !typed.length ? "" : found.length ? found.length + " " + said.dataset.found : said.dataset.nothing;
  }
  function close() {
    list.hidden = true;
    box.setAttribute("aria-expanded", "false");
  }
  box.addEventListener("input", look);
  box.addEventListener("focus", () => { if (box.value && list.children.length) list.hidden = false; });
  box.addEventListener("keydown", ev => {
    if (ev.key === "ArrowDown") { mark(at + 1); ev.preventDefault(); }
    else if (ev.key === "ArrowUp") { mark(at < 0 ? -1 : at - 1); ev.preventDefault(); }
    else if (ev.key === "Escape") { close(); }
    else if (ev.key === "Enter") {
      const item = list.children[at < 0 ? 0 : at];
      if (item) { location.href = item.firstChild.href; ev.preventDefault(); }
    }
  });
  document.addEventListener("keydown", ev => {
    if (ev.key === "/" && !ev.ctrlKey && !ev.metaKey && !ev.altKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      box.focus();
      ev.preventDefault();
    }
  });
  document.addEventListener("click", ev => { if (!ev.target.closest(".search")) close(); });
})();
