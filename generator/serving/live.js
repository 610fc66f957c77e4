// Reloads this page when a build has changed it, and lays the problems of a failed build over it.
(() => {
  "use strict";
  const mine = document.currentScript.dataset.page;
  const STYLE = `
    :host { all: initial; }
    @media print { :host { display: none; } }
    section { position: fixed; inset: auto 0 0 0; z-index: 2147483647; max-height: 75vh; overflow-y: auto;
      box-sizing: border-box; padding: 0.9rem 1rem 1.2rem; background: #201a17; color: #f7f1ea;
      border-top: 4px solid #ff8a65; box-shadow: 0 -4px 24px rgb(0 0 0 / 45%);
      font: 16px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
    header { display: flex; gap: 1rem; align-items: flex-start; justify-content: space-between; }
    h2 { font: inherit; font-weight: 700; margin: 0.5rem 0 0; }
    button { font: inherit; flex: none; min-width: 44px; min-height: 44px; padding: 0 0.9rem; color: inherit;
      background: #3a302b; border: 1px solid #8d7a70; border-radius: 6px; cursor: pointer; }
    ol { list-style: none; margin: 0; padding: 0; }
    li { margin-top: 0.9rem; padding-top: 0.9rem; border-top: 1px solid #574a43; }
    p { margin: 0.15rem 0 0; white-space: pre-wrap; }
    .place { font: 14px/1.4 ui-monospace, monospace; color: #ffb59c; }
    .code { font-size: 14px; color: #c9bcb2; }
    .hint { color: #cfe8b8; }`;
  let shown = "[]";
  let host = null;
  let events = null;

  // Whatever a problem says goes in as text: it may quote a stranger's file.
  const element = (name, text = "", kind = "") => {
    const made = document.createElement(name);
    made.textContent = text;
    made.className = kind;
    return made;
  };

  const hide = () => {
    host?.remove();
    host = null;
  };

  const row = (problem) => {
    const made = element("li");
    if (problem.place) made.append(element("p", problem.place, "place"));
    made.append(element("p", problem.message, "message"));
    if (problem.hint) made.append(element("p", "hint: " + problem.hint, "hint"));
    if (problem.code) made.append(element("p", problem.code, "code"));
    return made;
  };

  const lay = (problems) => {
    const count = problems.length === 1 ? "1 problem" : problems.length + " problems";
    const rest = mine ? "This page is as it was last built." : "Nothing was written.";
    const panel = element("section");
    panel.setAttribute("role", "alert");
    const head = element("header");
    const button = element("button", "Hide");
    button.type = "button";
    button.addEventListener("click", hide);
    head.append(element("h2", count + ". " + rest), button);
    const list = element("ol");
    list.append(...problems.map(row));
    panel.append(head, list);
    host = element("div");
    host.id = "handbill-problems";
    host.attachShadow({ mode: "open" }).append(element("style", STYLE), panel);
    document.body.append(host);
  };

  const show = (problems) => {
    const now = JSON.stringify(problems);
    if (now === shown) return; // hidden problems stay hidden until there are others
    shown = now;
    hide();
    if (problems.length) lay(problems);
  };

  const compare = async () => {
    try {
      const head = await fetch(location.href, { method: "HEAD", cache: "no-store" });
      if ((head.headers.get("ETag") ?? "").replaceAll('"', "") !== mine) location.reload();
    } catch {
      // The server has ended; this page stays, and hears of the next one.
    }
  };

  const listen = () => {
    events = new EventSource("/-/events");
    events.addEventListener("message", (event) => {
      show(JSON.parse(event.data).problems);
      compare();
    });
  };

  // A browser keeps six connections to one server: a page that nobody sees gives its one back.
  document.addEventListener("visibilitychange", () => {
    events?.close();
    if (!document.hidden) listen();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  if (!document.hidden) listen();
})();
