// Every text of a page that a person may see or hear, as the program writes it: see e2e/site/all-languages/read-texts.ts.
import { all, first, type HtmlElement, textOf } from '../../testing/read-html.ts';

const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'iframe']);
/** The same in every language. */
const SAME = new Set(['code', 'kbd', 'samp', 'pre']);
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

export function shownTexts(page: HtmlElement): string[] {
  // The style guide is in English.
  const isEnglish = all(page, 'main', { translate: 'no' }).length > 0;
  const texts = new Set<string>();
  if (!isEnglish) {
    texts.add(textOf(first(page, 'title')));
    const heads = [
      ...all(page, 'meta', { name: 'description' }),
      ...all(page, 'meta', { property: /^og:title/ }),
    ];
    for (const { attributes } of heads) texts.add(attributes.content ?? '');
  }
  const read = ({ attributes, children }: HtmlElement): void => {
    for (const name of ATTRIBUTES) texts.add(attributes[name] ?? '');
    for (const child of children) {
      if (typeof child === 'string') texts.add(child.trim());
      else if (!isLeftOut(child, isEnglish)) read(child);
    }
  };
  read(first(page, 'body'));
  texts.delete('');
  return [...texts];
}

/** What is not shown, and what says of itself that it is the same in every language or in another one. */
function isLeftOut({ name, attributes }: HtmlElement, isEnglish: boolean): boolean {
  return (
    UNSEEN.has(name) ||
    SAME.has(name) ||
    attributes.translate === 'no' ||
    attributes.lang !== undefined ||
    (isEnglish && attributes.id === 'route-announcer')
  );
}
