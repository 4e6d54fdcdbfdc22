"use strict";
// Shows views (see package view): in the pane of an editor, which sends them as messages, or on the page of `kdsl watch`, which
// has them from the address `views`. All that is written comes in as text, never as HTML.
(() => {
  const editor = typeof acquireVsCodeApi === "function" ? acquireVsCodeApi() : null;
  const words = {
    en: { hint: "Put the caret into a card.", rule: "The rule says", tests: "Tests", chances: "Chances", running: "being run …", working: "being worked out …",
      none: "No test runs this clause.", noneCard: "No test names this card.", noChance: "Nothing here is left to chance.", late: "too long to work out here: kdsl odds has no hurry", passes: "passes", fails: "fails", names: "names the card only",
      agrees: "agrees with the rule", differs: "differs, the rule says", maybe: "may differ, the rule says", unread: "could not be compared with the rule", lacks: "the text leaves out",
      stale: "The card as it last was:", more: n => ` (and ${n} more)`, mean: "mean", free: "as the dice fall in", tested: "what the test expects", table: "As a table", left: "others",
      go: "Go to the clause", cards: "Card", active: "the clause under the caret", comparing: "being compared with the rule …", value: "value", chance: "chance", of: "of" },
    fr: { hint: "Placez le curseur dans une carte.", rule: "La règle dit", tests: "Tests", chances: "Chances", running: "en cours …", working: "en calcul …",
      none: "Aucun test n'exécute cette clause.", noneCard: "Aucun test ne nomme cette carte.", noChance: "Rien ici n'est laissé au hasard.", late: "trop long à calculer ici : kdsl odds a le temps", passes: "réussi", fails: "échoué", names: "nomme seulement la carte",
      agrees: "s'accorde avec la règle", differs: "diffère, la règle dit", maybe: "diffère peut-être, la règle dit", unread: "n'a pu être comparé à la règle", lacks: "le texte omet",
      stale: "La carte telle qu'elle était :", more: n => ` (et ${n} de plus)`, mean: "moyenne", free: "selon les dés dans", tested: "ce que le test attend", table: "En tableau", left: "autres",
      go: "Aller à la clause", cards: "Carte", active: "la clause sous le curseur", comparing: "comparaison avec la règle …", value: "valeur", chance: "chance", of: "de" },
  };
  const root = document.documentElement;
  const lang = (root.dataset.lang || navigator.language || "en").toLowerCase().startsWith("fr") ? "fr" : "en";
  const w = words[lang];
  root.lang = lang;
  const pane = document.getElementById("pane"), problem = document.getElementById("problem"), nav = document.getElementById("nav");

  const SVG = "http://www.w3.org/2000/svg";
  // make makes an element; what is said of it is set as attributes, what stands in it are texts and elements.
  function make(tag, of, ...inside) {
    const e = ["svg", "rect", "text", "g"].includes(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(of || {})) {
      if (typeof value === "function") e.addEventListener(name, value);
      else if (value !== false && value != null) e.setAttribute(name, value === true ? "" : value);
    }
    for (const x of inside.flat(9)) if (x != null && x !== false) e.append(x);
    return e;
  }
  const colon = of => of === "fr" ? "\u00a0: " : ": ";
  const figure = s => lang === "fr" ? s.replace(".", ",") : s;

  let last = null, seq = 0;
  const texts = p => p.pieces.map(x => x.text).join("");

  // kept lets what was known of the same sentence stand until something else is known.
  function kept(view) {
    if (!last || last.card !== view.card) return view;
    if (!view.compared) {
      const known = new Map();
      for (const s of last.sides) for (const a of s.abilities) for (const p of a.parts) known.set(s.lang + p.clauses + texts(p), p);
      for (const s of view.sides) for (const a of s.abilities) for (const p of a.parts) {
        const was = known.get(s.lang + p.clauses + texts(p));
        if (was) { p.pieces = was.pieces; p.verdicts = was.verdicts; }
      }
    }
    const same = String(last.active) === String(view.active);
    if (!view.tests && same) view.waits = last.tests;
    if (!view.chances && same) view.waited = last.chances;
    return view;
  }

  function reveal(place, clause) {
    if (editor) editor.postMessage({ reveal: place });
    else if (clause && last) fetch("pick?" + new URLSearchParams({ card: last.card, clause }));
  }

  function piece(p, w) {
    const hint = p.verdict === "differs" && !p.sure;
    if (!p.verdict) return p.text;
    const said = p.verdict === "differs" ? (hint ? w.maybe : w.differs) + " " + p.rule : w[p.verdict];
    return [make("span", { class: p.verdict + (hint ? " hint" : ""), title: said }, p.text, make("span", { class: "unseen" }, " (" + said + ")")),
      p.verdict === "differs" && p.rule && make("span", { class: "rule" + (hint ? " hint" : ""), "aria-hidden": "true" }, "≠ " + p.rule)];
  }

  function sentence(view, p, lang) { // a side speaks its own language, to those too who hear it
    const w = words[lang];
    const lit = p.clauses.some(c => view.active.includes(c));
    const clause = view.clauses.find(c => p.clauses.includes(c.id));
    const go = clause && (e => { if (e.type === "click" || e.key === "Enter" || e.key === " ") { e.preventDefault(); reveal(clause.place, clause.id); } });
    return make("span", clause ? { class: "says" + (lit ? " lit" : ""), role: "button", tabindex: "0", title: w.go + " " + clause.id, "data-key": clause.id,
      "aria-current": lit ? "true" : false, click: go, keydown: go } : {},
      p.pieces.map(x => piece(x, w)), p.verdicts.map(v => make("span", { class: "rule" + (v.sure ? "" : " hint"), title: v.note || false }, w.lacks + colon(lang) + v.rule)));
  }

  function side(view, s) {
    const readings = s.readings.filter(r => view.active.includes(r.clause));
    return make("article", { lang: s.lang, "aria-label": s.title + ", " + s.lang },
      make("h1", {}, s.title), make("p", { class: "sort" }, s.sort),
      s.figures.length > 0 && make("dl", { class: "figures" }, s.figures.map(f => make("div", {}, make("dt", {}, f.name), make("dd", {}, f.value)))),
      s.properties.length > 0 && make("p", {}, s.properties.join(", ")),
      s.lines.map(l => make("p", {}, make("b", {}, l.name), colon(s.lang), l.items.join(", "))),
      s.abilities.map(a => make("p", {}, a.name && make("b", {}, a.name), a.terms && make("span", { class: "terms" }, (a.name ? " " : "") + "(" + a.terms + ")"),
        (a.name || a.terms) && a.parts.length > 0 ? (a.name ? colon(s.lang) : " ") : "",
        a.parts.map((p, i) => [i > 0 && " ", sentence(view, p, s.lang)]))),
      readings.map(r => make("div", { class: "reading" }, make("b", {}, words[s.lang].rule + colon(s.lang)), r.text)));
  }

  function tests(view) {
    const list = view.tests || view.waits;
    let body;
    if (!list && view.problem) return null;
    if (!list) body = make("p", { class: "quiet" }, w.running);
    else if (list.length === 0 || view.active.length > 0 && !list.some(t => t.runs)) body = [make("p", { class: "quiet" }, view.active.length > 0 ? w.none : w.noneCard), rows(list)];
    else body = rows(list);
    return make("section", { class: view.tests ? "" : "busy", "aria-busy": view.tests ? false : "true", "aria-label": w.tests }, make("h2", {}, w.tests), body);
  }
  function rows(list) {
    return list.map(t => make("div", { class: "test " + (t.passed ? "passed" : "failed") + (t.runs ? "" : " aside") },
      make("span", { class: "sign", "aria-hidden": "true" }, t.passed ? "✓" : "✗"),
      make("button", { type: "button", "data-key": "test " + t.name, click: () => reveal(t.place) }, make("span", { class: "unseen" }, (t.passed ? w.passes : w.fails) + colon(lang)), t.name,
        !t.runs && make("span", { class: "quiet" }, " – " + w.names), t.message && make("span", { class: "message" }, t.message))));
  }

  function chart(c) {
    if (c.late) return make("p", {}, c.name, make("span", { class: "quiet" }, " – " + w.late));
    const row = 17, wide = 320, most = Math.max(...c.outcomes.map(o => o.p), 1e-9);
    const label = Math.min(110, 12 + 6.5 * Math.max(...c.outcomes.map(o => [...o.value].length)));
    const bars = wide - label - 64;
    const said = c.outcomes.map(o => `${o.value} ${figure(o.percent)} %`).join(", ");
    const svg = make("svg", { viewBox: `0 0 ${wide} ${row * c.outcomes.length}`, role: "img", "aria-label": c.name + colon(lang) + said },
      c.outcomes.map((o, i) => make("g", { "aria-hidden": "true" },
        make("text", { x: label - 6, y: i * row + 12, "text-anchor": "end" }, o.value.length > 17 ? o.value.slice(0, 16) + "…" : o.value),
        make("rect", { x: label, y: i * row + 2, width: Math.max(1, bars * o.p / most), height: row - 5, rx: 1.5, class: o.tested ? "tested" : false }),
        make("text", { x: label + Math.max(1, bars * o.p / most) + 5, y: i * row + 12 }, figure(o.percent) + " %" + (o.tested ? " ◂" : "")))));
    return make("figure", {},
      make("figcaption", {}, c.test ? [make("span", { class: "quiet" }, w.free + " "), `“${c.name}”`, colon(lang), make("code", {}, c.what)] : c.name,
        c.mean && make("span", { class: "quiet" }, ` · ${w.mean} ${figure(c.mean)}`), c.left_out && make("span", { class: "quiet" }, ` · ${w.left} ${figure(c.left_out)} %`),
        c.outcomes.some(o => o.tested) && make("span", { class: "quiet" }, ` · ◂ ${w.tested}`)),
      svg,
      make("details", { "data-key": "table " + c.name }, make("summary", {}, w.table), make("table", {},
        make("thead", {}, make("tr", {}, make("th", {}, w.value), make("th", {}, w.chance))),
        make("tbody", {}, c.outcomes.map(o => make("tr", {}, make("td", {}, o.value), make("td", {}, o.exact ? `${o.exact} = ${figure(o.percent)} %` : figure(o.percent) + " %")))))));
  }
  function chances(view) {
    const list = view.chances || view.waited;
    let body;
    if (!list && view.problem) return null;
    if (!list) body = make("p", { class: "quiet" }, w.working);
    else if (list.length === 0) body = make("p", { class: "quiet" }, w.noChance);
    else body = list.map(chart);
    return make("section", { class: view.chances ? "" : "busy", "aria-busy": view.chances ? false : "true", "aria-label": w.chances }, make("h2", {}, w.chances), body);
  }

  function wrong(p) {
    problem.hidden = !p;
    if (p) problem.replaceChildren(make("button", { type: "button", click: () => reveal(p.place) }, p.message + (p.more ? w.more(p.more) : "")), make("br"), make("span", { class: "quiet" }, w.stale));
  }

  // show shows a view in the place of the last; what has the focus keeps it, and what was opened stays open.
  function show(view) {
    wrong(view.problem);
    pane.classList.toggle("stale", Boolean(view.problem));
    if (!view.card) {
      if (!last) pane.replaceChildren(make("p", { class: "quiet" }, w.hint));
      return;
    }
    kept(view);
    last = view;
    const focus = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : null;
    const open = new Set([...pane.querySelectorAll("details[open]")].map(d => d.dataset.key));
    const at = document.activeElement && document.activeElement.closest("article");
    const of = at ? at.lang : "";
    pane.replaceChildren(make("div", { class: "sides" }, view.sides.map(s => side(view, s))), make("div", { class: "below" }, [chances(view), tests(view)].filter(Boolean)));
    for (const d of pane.querySelectorAll("details")) d.open = open.has(d.dataset.key);
    if (focus) {
      const again = [...pane.querySelectorAll("[data-key]")].find(e => e.dataset.key === focus && (!of || e.closest(`article[lang="${of}"]`)));
      if (again) again.focus({ preventScroll: true });
    }
    pane.dataset.card = view.card;
    pane.dataset.state = view.chances && view.tests && view.compared ? "whole" : view.compared ? "compared" : "card";
  }

  // cards lists those of the program, to choose from.
  function cards(list, state) {
    if (!list) return;
    nav.hidden = false;
    const choose = make("select", { id: "card", change: e => fetch("pick?" + new URLSearchParams({ card: e.target.value, clause: "" })) },
      list.map(c => make("option", { value: c.id, selected: last && c.id === last.card }, c.title)));
    if (document.activeElement && document.activeElement.id === "card") return;
    nav.replaceChildren(make("strong", {}, state || ""), make("label", {}, w.cards + " ", choose));
  }

  function receive(message) {
    if (!message || !message.view || message.seq <= seq) return;
    seq = message.seq;
    show(message.view);
    cards(message.cards, message.state);
  }

  if (editor) {
    root.classList.add("editor");
    const theme = () => {
      root.classList.toggle("dark", document.body.classList.contains("vscode-dark"));
      root.classList.toggle("contrast", document.body.classList.contains("vscode-high-contrast") || document.body.classList.contains("vscode-high-contrast-light"));
    };
    theme();
    new MutationObserver(theme).observe(document.body, { attributes: true, attributeFilter: ["class"] });
    addEventListener("message", e => receive(e.data));
    addEventListener("mousedown", e => { if (e.target.closest("summary, button")) e.preventDefault(); }); // the caret stays in the text
    pane.replaceChildren(make("p", { class: "quiet" }, w.hint));
    editor.postMessage({ ready: true });
  } else {
    new EventSource("views").onmessage = e => receive(JSON.parse(e.data));
  }
})();
