// What is measured in a page about whether everybody can use it. Each function gives sentences; none when all is well.
// Sizes are CSS px.

window.measuring = (() => {
  const name = (node) => {
    const words = (node.getAttribute("aria-label") || node.innerText || node.name || "").trim().slice(0, 40);
    const classes = node.className.baseVal ?? node.className;
    return `${node.tagName.toLowerCase()}#${node.id}.${classes.replaceAll(" ", ".")} "${words}"`;
  };
  const isShown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]");
  const labelOf = (node) => (node.matches("input") && (node.closest("label") || document.querySelector(`label[for="${node.id}"]`))) || null;

  /** What can be tapped and is smaller than a finger. A link in the middle of a sentence may be as high as its line
   * (WCAG 2.5.8 makes the same exception), what lies on a mat or a board is as large as it is there, and can be named
   * on the seat's page, too. */
  function small(least) {
    const wanted = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]";
    const inSentence = (node) => node.tagName === "A" && getComputedStyle(node).display === "inline"
      && node.parentElement.textContent.trim().length > node.textContent.trim().length + 8;
    const isLarge = (node) => {
      const { width, height } = node.getBoundingClientRect();
      return width >= least - .5 && height >= least - .5;
    };
    return [...document.querySelectorAll(wanted)]
      .filter((node) => !node.closest("svg, .mat") && !node.matches(".skip") && !inSentence(node) && isShown(labelOf(node) || node))
      .filter((node) => ![node, labelOf(node)].some((one) => one && isLarge(one)))
      .map((node) => {
        const { width, height } = node.getBoundingClientRect();
        return `too small to tap: ${name(node)} ${Math.round(width)} x ${Math.round(height)}`;
      });
  }

  /** By how much the page can be pushed sideways, and what sticks out. */
  function sideways() {
    const root = document.documentElement;
    const wide = root.scrollWidth - root.clientWidth;
    if (wide <= 0) return [];
    const isScrolled = (node) => node && node !== document.body && (getComputedStyle(node).overflowX !== "visible" || isScrolled(node.parentElement));
    const out = [...document.querySelectorAll("body *")].filter((node) => node.checkVisibility()
      && node.getBoundingClientRect().right > root.clientWidth + 1 && !isScrolled(node.parentElement));
    return [`${wide} px too wide: ${out.slice(0, 6).map(name).join(", ")}`];
  }

  /** Headings, landmarks, language and title. */
  function outline() {
    const found = [];
    const scope = document.querySelector("dialog[open]") || document.body;
    const heads = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(isShown).filter((one) => !one.closest("dialog"));
    const firsts = heads.filter((one) => one.tagName === "H1").length;
    if (firsts !== 1) found.push(`${firsts} headings of the first order`);
    let before = 0;
    for (const one of heads) {
      const level = Number(one.tagName[1]);
      if (before && level > before + 1) found.push(`after h${before} comes ${name(one)}`);
      if (!one.textContent.trim()) found.push(`an empty ${name(one)}`);
      before = level;
    }
    if (scope !== document.body && !scope.querySelector("h2")) found.push("a sheet without a heading");
    if (document.querySelectorAll("main").length !== 1) found.push("not one main part");
    if (!document.documentElement.lang) found.push("no language");
    if (document.title.trim().length < 4) found.push("no title");
    return found;
  }

  /** What would move for longer than 10 ms. */
  function moving() {
    const longest = (text) => Math.max(...text.split(",").map((one) => parseFloat(one) * (one.trim().endsWith("ms") ? 1 : 1000)));
    const found = new Set();
    for (const node of document.querySelectorAll("body, body *")) {
      for (const part of [null, "::before", "::after"]) {
        const style = getComputedStyle(node, part);
        const isAnimated = style.animationName !== "none" && longest(style.animationDuration) > 10;
        if (isAnimated || longest(style.transitionDuration) > 10) found.add(`moves: ${name(node)} ${part || ""}`);
      }
    }
    return [...found];
  }

  /** What is pressed, current or chosen and looks, without colours of ours, like its neighbour that is not. */
  function alike() {
    const look = (node) => {
      const style = getComputedStyle(node);
      const lines = ["Top", "Right", "Bottom", "Left"].flatMap((side) => [style[`border${side}Width`], style[`border${side}Color`]]);
      return [...lines, style.outlineStyle, style.outlineColor, style.textDecorationLine, style.backgroundColor, style.fontWeight].join();
    };
    const found = [];
    const compare = (node, others) => {
      const other = [...others].find((one) => one !== node && one.className === node.className && isShown(one));
      if (isShown(node) && other && look(node) === look(other)) found.push(`looks like what is not chosen: ${name(node)}`);
    };
    for (const node of document.querySelectorAll("[aria-pressed=true]")) compare(node, document.querySelectorAll("[aria-pressed=false]"));
    for (const node of document.querySelectorAll("[aria-current=true]")) compare(node, node.parentElement.parentElement.querySelectorAll(`${node.tagName}:not([aria-current])`));
    for (const input of document.querySelectorAll("input:checked")) {
      if (getComputedStyle(input).opacity === "0") compare(input.nextElementSibling, document.querySelectorAll("input:not(:checked) + *"));
    }
    return found;
  }

  /** Marks everything that Tab should reach, and counts it. Of the radio buttons of one name Tab reaches one. */
  function expected() {
    const scope = document.querySelector("dialog[open]") || document.body;
    const seen = new Set();
    let count = 0;
    for (const node of scope.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")) {
      if (node.disabled || node.type === "hidden" || node.tabIndex < 0 || !isShown(node)) continue;
      if (node.type === "radio") {
        const group = [...document.querySelectorAll(`input[type=radio][name="${node.name}"]`)].filter((one) => one.form === node.form);
        const chosen = group.find((one) => one.checked);
        if (chosen ? node !== chosen : seen.has(node.name)) continue;
        seen.add(node.name);
      }
      node.dataset.expected = "yes";
      count += 1;
    }
    return count;
  }

  let last = null;

  /** Where the focus is, whether it was there before, and whether one sees it: an outline on it, or on what it stands
   * for, and no fixed bar above it (pieces on a mat lie on each other). Null when it has left the page. */
  function focus() {
    const node = document.activeElement;
    if (!node || node === document.body || node === document.documentElement) return null;
    if (node === last && node.type === "time") return null; // hours, minutes and the clock to choose from are stops of one field
    last = node;
    const again = node.dataset.reached === "yes";
    node.dataset.reached = "yes";
    const isOutlined = (one) => {
      const ring = one?.querySelector(":scope > .cell-focus"); // a field of a board has a ring of its own
      if (ring && getComputedStyle(ring).stroke !== "none") return true;
      const style = one && getComputedStyle(one);
      return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    };
    const label = labelOf(node);
    const seen = [node, label, node.nextElementSibling].some(isOutlined);
    const shown = label && node.matches(".unseen") ? label : node;
    const { left, top, width, height } = shown.getBoundingClientRect();
    const above = [[.5, .5], [.1, .5], [.9, .5], [.5, .15], [.5, .85]].map(([x, y]) => document.elementFromPoint(left + width * x, top + height * y));
    const free = node.closest(".mat") || above.some((one) => one && (shown.contains(one) || one.contains(shown) || label?.contains(one)));
    return { again, seen, free: Boolean(free), name: name(node) };
  }

  function missed() {
    return [...document.querySelectorAll("[data-expected=yes]:not([data-reached=yes])")].filter((one) => one.isConnected && isShown(one)).map(name);
  }

  return { small, sideways, outline, moving, alike, expected, focus, missed };
})();
