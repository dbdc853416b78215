/**
 * Runs in the page: makes texts longer, as another language may: every word by 40 %, and texts up to 10 characters by 100 %, each word
 * followed by a second one. The function is passed to the page as text, so it may use nothing from outside its own braces.
 */
export function lengthenTexts(): void {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.querySelector('.window') ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const around = node.parentElement;
    // Numbers, keys, people, addresses, products and the service's own texts are not translated.
    const isData =
      around?.closest(
        'kbd, pre, svg, textarea, .mono, .unseen, .brand, .price, .to, .data, .courier, .service, .mapping-preview td, .item .title, .packed li span, td.num',
      ) ||
      (around?.closest('.when') && !around.closest('.name'));
    if (!isData) texts.push(node);
  }
  for (const node of texts) {
    const isShort = node.data.trim().length <= 10;
    node.data = node.data.replace(/\p{L}{2,}/gu, (word) =>
      isShort ? `${word} ${word.toLowerCase()}` : word + word.slice(0, Math.ceil(word.length * 0.4)).toLowerCase(),
    );
  }
  // A window that had these texts from the start would have scrolled to the field with the focus.
  document.activeElement?.scrollIntoView({ block: 'nearest' });
}
