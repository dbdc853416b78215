export const layoutFaultKinds = ['clipped', 'broken', 'overlapping', 'out_of_view', 'sideways', 'unannounced'] as const;

export interface LayoutFault {
  readonly kind: (typeof layoutFaultKinds)[number];
  readonly what: string;
}

/**
 * Runs in the page: returns the parts that a user cannot read or reach in the current view. Clipped: a text is cut or leaves its box.
 * Broken: a word is split over lines. Overlapping: a text or a control lies on another. Out of view: a control is outside the window, under
 * another element, or scrolled away although it is no row or field. Sideways: a part must be scrolled sideways. Unannounced: a scrolling
 * part goes on below, and its lower edge does not show it. The function is passed to the page as text, so it may use nothing from outside
 * its own braces.
 */
export function findLayoutFaults(): LayoutFault[] {
  const faults = new Map<string, LayoutFault>();
  const fault = (kind: LayoutFault['kind'], what: string): void => void faults.set(`${kind} ${what}`, { kind, what });

  const nameOf = (element: Element): string => `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
  const quoted = (text: string): string => JSON.stringify(text.replace(/\s+/g, ' ').trim().slice(0, 60));
  const nameOfElement = (element: Element): string =>
    `${nameOf(element)} ${quoted(element.getAttribute('aria-label') ?? (element.textContent || element.querySelector('input')?.placeholder || ''))}`;

  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  const boxOf = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom });
  const shared = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const isEmpty = ({ left, top, right, bottom }: Box): boolean => right - left < 1 || bottom - top < 1;
  const touches = (one: Box, other: Box): boolean => {
    const both = shared(one, other);
    return both.right - both.left > 2 && both.bottom - both.top > 2;
  };
  /** Letters do not fill the height of their line. */
  const letters = (box: Box): Box => ({
    ...box,
    top: box.top + (box.bottom - box.top) * 0.2,
    bottom: box.bottom - (box.bottom - box.top) * 0.2,
  });
  const viewport: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  function* around(element: Element | null): Generator<Element> {
    for (let each = element; each && each !== document.documentElement; each = each.parentElement) yield each;
  }
  const isScroller = (element: Element): boolean =>
    ['auto', 'scroll'].includes(styleOf(element).overflowY) && element.scrollHeight > element.clientHeight + 1;
  const isOnlyRead = (element: Element | null): boolean =>
    [...around(element)].some((each) => styleOf(each).clipPath !== 'none' || styleOf(each).visibility === 'hidden');
  const visiblePart = (box: Box, element: Element): Box => {
    let seen = shared(box, viewport);
    for (const each of around(element.parentElement)) {
      const { overflowX, overflowY } = styleOf(each);
      const edge = boxOf(each.getBoundingClientRect());
      if (overflowX !== 'visible') seen = { ...seen, left: Math.max(seen.left, edge.left), right: Math.min(seen.right, edge.right) };
      if (overflowY !== 'visible') seen = { ...seen, top: Math.max(seen.top, edge.top), bottom: Math.min(seen.bottom, edge.bottom) };
    }
    return seen;
  };
  /** An element that covers the rest on purpose: an opaque plane of its own. */
  const planeOf = (element: Element): Element | undefined =>
    [...around(element)].find((each) => {
      const { position, backgroundColor } = styleOf(each);
      const isOpaque = backgroundColor.startsWith('rgb(') || each.matches('.refusal');
      return ['absolute', 'fixed', 'sticky'].includes(position) && isOpaque;
    });

  // Texts
  const holders = '.card, .btn, .badge, .band, .flood, .foot, .top, .rail, .tile, .input, .body, .link, .world, .key, td, th';
  const isInline = (element: Element): boolean => styleOf(element).display.startsWith('inline');
  function checkLine(line: Box, node: Text): void {
    const text = quoted(node.data);
    let isOwnBlock = true;
    let isScrolled = false;
    for (const each of around(node.parentElement)) {
      const { overflowX, overflowY } = styleOf(each);
      const edge = boxOf(each.getBoundingClientRect());
      const isHolder = each.matches(holders);
      const isBeside = line.right > edge.right + 1 || line.left < edge.left - 1;
      if (isBeside && (isHolder || overflowX !== 'visible' || (isOwnBlock && !isInline(each)))) {
        return fault('clipped', `${text} beside ${nameOf(each)}`);
      }
      if (isScroller(each)) isScrolled = true;
      const { top, bottom } = letters(line);
      if (!isScrolled && (bottom > edge.bottom + 1 || top < edge.top - 1) && (isHolder || overflowY !== 'visible')) {
        return fault('clipped', `${text} above or below ${nameOf(each)}`);
      }
      if (!isInline(each)) isOwnBlock = false;
    }
    if (line.right > innerWidth + 1 || line.left < -1) fault('clipped', `${text} beside the window`);
    if (!isScrolled && (line.bottom > innerHeight + 1 || line.top < -1)) fault('clipped', `${text} above or below the window`);
  }

  function checkWords(node: Text): void {
    if (node.parentElement?.closest('pre, .mono, .raw, .generated-text, .remark-folder, .failure-detail, q')) return;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{4,}/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      if (tops.size > 1) fault('broken', `${quoted(word)} of ${quoted(node.data)}`);
    }
  }

  interface Line {
    readonly box: Box;
    readonly node: Text;
    readonly plane: Element | undefined;
  }
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const parent = node.parentElement;
    if (!node.data.trim() || !parent || parent.closest('svg, script, style, [hidden]') || isOnlyRead(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    checkWords(node);
    for (const rect of range.getClientRects()) {
      const box = boxOf(rect);
      if (isEmpty(box)) continue;
      checkLine(box, node);
      const seen = visiblePart(letters(box), parent);
      if (!isEmpty(seen)) lines.push({ box: seen, node, plane: planeOf(parent) });
    }
  }
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (one.node !== other.node && one.plane === other.plane && touches(one.box, other.box)) {
        fault('overlapping', `${quoted(one.node.data)} and ${quoted(other.node.data)}`);
      }
    }
  }

  // Controls
  const rows = 'li, tr, [role="option"], .list-more, .order-form, .setup-panel, .raw, .service-message';
  const always = '[aria-keyshortcuts], .btn-primary, .btn-fill';
  const mayScroll = (act: Element): boolean => !act.matches(always) && (!act.matches('.btn') || act.closest(rows) !== null);
  const acts = new Set(
    [...document.querySelectorAll('button, input, a[href], summary, [role="tab"], [role="option"], .radio, .switch-row')]
      .map((each) => each.closest('.input, .radio, .switch-row, .tile') ?? each)
      .filter((each) => !each.closest('[hidden]') && !isOnlyRead(each) && !isEmpty(boxOf(each.getBoundingClientRect()))),
  );
  for (const act of acts) {
    const box = boxOf(act.getBoundingClientRect());
    const seen = visiblePart(box, act);
    const isWhole = seen.left <= box.left + 1 && seen.top <= box.top + 1 && seen.right >= box.right - 1 && seen.bottom >= box.bottom - 1;
    const scroller = [...around(act.parentElement)].find(isScroller);
    if (!isWhole) {
      if (!scroller) fault('out_of_view', nameOfElement(act));
      else if (!mayScroll(act)) fault('out_of_view', `${nameOfElement(act)} scrolled away in ${nameOf(scroller)}`);
      continue;
    }
    const onTop = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const isCovered = onTop !== null && !act.contains(onTop) && !onTop.contains(act);
    if (!isCovered || onTop.closest('.points, .popover')) continue;
    const cover = planeOf(onTop);
    const isScrolledUnder = cover !== undefined && styleOf(cover).position === 'sticky' && scroller?.contains(cover) === true;
    if (!isScrolledUnder || !mayScroll(act)) fault('out_of_view', `${nameOfElement(act)} under ${nameOf(onTop)}`);
  }
  const solids = [...acts, ...document.querySelectorAll('.code, .badge, img')].map((element) => ({
    element,
    box: visiblePart(boxOf(element.getBoundingClientRect()), element),
    plane: planeOf(element),
  }));
  for (const [index, one] of solids.entries()) {
    if (isEmpty(one.box)) continue;
    const isApart = (other: Element): boolean => !one.element.contains(other) && !other.contains(one.element);
    for (const { element, box, plane } of solids.slice(index + 1)) {
      if (isApart(element) && plane === one.plane && touches(one.box, box))
        fault('overlapping', `${nameOfElement(one.element)} and ${nameOfElement(element)}`);
    }
    for (const { box, node, plane } of lines) {
      const isLabel = node.parentElement === null || !isApart(node.parentElement);
      if (!isLabel && plane === one.plane && touches(one.box, box))
        fault('overlapping', `${nameOfElement(one.element)} and ${quoted(node.data)}`);
    }
  }

  // Scrolling parts
  for (const element of document.querySelectorAll('body *')) {
    const { overflowX } = styleOf(element);
    if (['auto', 'scroll'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1) fault('sideways', nameOf(element));
    if (
      isScroller(element) &&
      element.scrollTop + element.clientHeight < element.scrollHeight - 2 &&
      !element.matches('pre, textarea, :has(.connect-end)')
    ) {
      const foot = [...element.querySelectorAll('.save-row')].at(-1);
      const fades = parseFloat(styleOf(element).getPropertyValue('--hidden-below')) > 0 && styleOf(element).maskImage !== 'none';
      const isShaded = foot !== undefined && getComputedStyle(foot, '::before').visibility === 'visible';
      if (!fades && !isShaded) fault('unannounced', nameOf(element));
    }
    const height = element.getBoundingClientRect().height;
    if (isScroller(element) && height < 88 && !element.matches('pre')) {
      fault('out_of_view', `${nameOf(element)} scrolls in ${String(Math.round(height))} px`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > document.body.clientWidth)
    fault('sideways', 'window');
  return [...faults.values()];
}
