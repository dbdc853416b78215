/**
 * Runs in the page: makes every text 15 % longer and answers where one is then cut or leaves its box, one line each.
 * It is carried into the page as text, so it may use nothing from outside its own braces.
 */
export function lengthenTexts(): string[] {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.querySelector('.window') ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const around = node.parentElement;
    // Numbers, keys, people and what the service wrote are not translated.
    const isData =
      around?.closest('kbd, pre, svg, .mono, .unseen, .brand, .price, .to') || (around?.closest('.when') && !around.closest('.name'));
    const isText = /\p{L}{2}/u.test(node.data) && !isData;
    if (isText) texts.push(node);
  }
  for (const node of texts) node.data += node.data.trim().slice(0, Math.ceil(node.data.trim().length * 0.15));

  const boxes = '.card, .btn, .badge, .band, .flood, .foot, .top, .rail, .tile, .input, .body';
  const isInline = (element: Element): boolean => getComputedStyle(element).display.startsWith('inline');
  const nameOf = (element: Element): string => `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
  const faultOf = (node: Text): string | undefined => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0) return undefined;
    let isOwnBlock = true;
    for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const isBox = box.matches(boxes);
      // Only read aloud.
      if (style.clipPath !== 'none') return undefined;
      const around = box.getBoundingClientRect();
      const isBeside = text.right > around.right + 1 || text.left < around.left - 1;
      if (isBeside && (isBox || style.overflowX !== 'visible' || (isOwnBlock && !isInline(box)))) return `beside ${nameOf(box)}`;
      const isBelow = text.bottom > around.bottom + 1 || text.top < around.top - 1;
      // What scrolls may be longer than its box.
      if (style.overflowY === 'auto' || style.overflowY === 'scroll') return undefined;
      if (isBelow && (isBox || style.overflowY === 'hidden')) return `below ${nameOf(box)}`;
      if (!isInline(box)) isOwnBlock = false;
    }
    return undefined;
  };
  return texts.flatMap((node) => {
    const fault = faultOf(node);
    return fault ? [`${JSON.stringify(node.data.trim().slice(0, 60))} ${fault}`] : [];
  });
}
