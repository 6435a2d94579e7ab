// Runs in the page: every text that a person may see or hear, and every text that does not fit its box.

export interface PageTexts {
  texts: string[];
  scrollWidth: number;
  cut: string[];
}

/** `mayBeCut` selects what ends in dots on purpose. */
export function readTexts(mayBeCut: string): PageTexts {
  const UNSEEN = 'script, style, noscript, template, iframe';
  /** Code, what says of itself that it is the same in every language, and what is marked as another language. */
  const isEnglish = Boolean(document.querySelector('main[translate="no"]'));
  const SAME = `code, kbd, samp, pre, [translate="no"], body [lang]${isEnglish ? ', #route-announcer' : ''}`;
  const ATTRIBUTES = [
    'aria-label',
    'aria-description',
    'aria-valuetext',
    'aria-roledescription',
    'placeholder',
    'title',
    'alt',
    'label',
  ];
  const texts = new Set<string>();
  if (!isEnglish) {
    texts.add(document.title);
    const heads = document.querySelectorAll<HTMLMetaElement>(
      'meta[name="description"], meta[property^="og:title"]',
    );
    for (const { content } of heads) texts.add(content);
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest(`${UNSEEN}, ${SAME}`)) continue;
    for (const name of ATTRIBUTES) texts.add(element.getAttribute(name) ?? '');
  }
  const cut = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const element = node.parentElement;
    if (!text || !element || element.closest(UNSEEN)) continue;
    if (!element.closest(SAME)) texts.add(text);
    const box = cutter(node, element);
    if (box) cut.add(`${nameOf(box)}: ${text.slice(0, 80)}`);
  }
  texts.delete('');
  return { texts: [...texts], scrollWidth: document.documentElement.scrollWidth, cut: [...cut] };

  /** The element that hides a part of the text, if there is one. */
  function cutter(node: Node, element: HTMLElement): HTMLElement | undefined {
    if (element.closest(`[aria-hidden="true"], option, select, textarea, .sr-only, ${mayBeCut}`)) return;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    if (width === 0) return;
    let isScrolledAcross = false;
    let isScrolledDown = false;
    for (let box: HTMLElement | null = element; box; box = box.parentElement) {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(box);
      const frame = box.getBoundingClientRect();
      // For screen readers alone.
      if (clipPath !== 'none' || frame.width <= 1) return;
      isScrolledAcross ||= overflowX === 'auto' || overflowX === 'scroll';
      isScrolledDown ||= overflowY === 'auto' || overflowY === 'scroll';
      // Letters reach a little beyond the lines of a tight heading.
      const slack = Number.parseFloat(getComputedStyle(element).fontSize) / 4;
      if (!isScrolledAcross && hides(overflowX) && (left < frame.left - 1 || right > frame.right + 1))
        return box;
      if (
        !isScrolledDown &&
        hides(overflowY) &&
        (top < frame.top - slack || bottom > frame.bottom + slack) &&
        box !== document.body
      )
        return box;
      if (position === 'fixed') return;
    }
    return;
  }

  function hides(overflow: string): boolean {
    return overflow === 'hidden' || overflow === 'clip';
  }

  function nameOf(element: HTMLElement): string {
    const named = element.closest<HTMLElement>('[class], [data-slot]');
    return `${named?.tagName.toLowerCase()}.${named?.className || named?.dataset.slot}`;
  }
}
