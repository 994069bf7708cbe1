// Runs in a page: texts and buttons that do not fit.

/** What is wrong with the dialog that is open, or with the page; each as a line of text. */
export function misfits() {
  const faults = new Set();
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth)
    faults.add(`the page is ${page.scrollWidth - page.clientWidth} px too wide`);
  const root = document.querySelector("dialog[open]") ?? document.body;
  // For ears only, drawn to scale, or scrolled on its own.
  const apart = ".sr-only, svg, [role=grid], .scroll, .link, .code, code, textarea";

  const isSeen = (element) =>
    element.checkVisibility() &&
    !element.closest(apart) &&
    getComputedStyle(element).clipPath === "none" &&
    element.getBoundingClientRect().width > 1;
  const called = (element) => {
    const text = element.innerText.trim().replace(/\s+/g, " ").slice(0, 60);
    return `${element.tagName.toLowerCase()} “${text}”`;
  };
  const textsIn = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const { currentNode } = walker;
      const hidden = currentNode.parentElement.closest(`${apart}, option, script, style`);
      if (!hidden && currentNode.data.trim()) found.push(currentNode);
    }
    return found;
  };
  const rectsOf = (node, start = 0, end = node.data.length) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(({ width }) => width > 0.5);
  };
  const linesOf = (rects) => {
    const bottoms = [];
    for (const { bottom } of rects)
      if (!bottoms.some((other) => Math.abs(other - bottom) < 4)) bottoms.push(bottom);
    return bottoms.length;
  };

  function checkEdges(element) {
    const style = getComputedStyle(element);
    const hides = (overflow) => overflow === "hidden" || overflow === "clip";
    if (!element.innerText?.trim()) return;
    if (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1)
      faults.add(`${called(element)} is cut off`);
    if (hides(style.overflowY) && element.scrollHeight > element.clientHeight + 2)
      faults.add(`${called(element)} is cut off below`);
    const { left, right } = element.getBoundingClientRect();
    if (left < -1 || right > page.clientWidth + 1)
      faults.add(`${called(element)} is beyond the edge`);
  }
  function checkSelect(select) {
    const style = getComputedStyle(select);
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    pen.font = style.font;
    const arrow = 16;
    const room =
      select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    for (const { text } of select.options)
      if (pen.measureText(text).width > room + 1) faults.add(`option “${text}” is cut off`);
  }
  function checkButton(button) {
    if (linesOf(textsIn(button).flatMap((node) => rectsOf(node))) > 1)
      faults.add(`${called(button)} has more than one line`);
  }

  function checkRow(row) {
    const tops = new Set(
      [...row.children].map((one) => Math.round(one.getBoundingClientRect().top)),
    );
    if (tops.size > 1) faults.add(`the actions take ${tops.size} rows`);
  }

  for (const row of root.querySelectorAll("footer > .acts")) checkRow(row);
  for (const element of root.querySelectorAll("*")) {
    if (!isSeen(element)) continue;
    if (!element.matches(".board, .board *")) checkEdges(element);
    if (element.matches("select")) checkSelect(element);
    // A move in a list is a button with several texts.
    if (element.matches("button:not(.row, .move, .pick), .button")) checkButton(element);
  }
  for (const node of textsIn(root)) {
    if (!isSeen(node.parentElement)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}’'.]+/gu))
      if (linesOf(rectsOf(node, index, index + word.length)) > 1)
        faults.add(`“${word}” is broken in ${called(node.parentElement)}`);
  }
  return [...faults];
}
