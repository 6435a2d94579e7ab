// Whether two servers render the same page: the elements of the body, and the text in it. What a framework adds for
// itself (scripts, preloads, placeholders of its stream) does not count as the page.

export interface PageShape {
  elements: Map<string, number>;
  text: string;
  bytes: number;
}

const NOT_THE_PAGE = new Set(['script', 'link', 'meta', 'template', 'style', 'title']);

export function shapeOf(html: string): PageShape {
  const body = html.slice(html.indexOf('<body')).replace(/<script[\s\S]*?<\/script>/g, '');
  const elements = new Map<string, number>();
  // Next.js closes its stream with empty hidden elements.
  const shown = body.replace(/<div hidden="">(<!--.*?-->)*<\/div>/g, '');
  for (const [, name = ''] of shown.matchAll(/<([a-z][a-z0-9]*)[\s>/]/gi)) {
    if (!NOT_THE_PAGE.has(name)) elements.set(name, (elements.get(name) ?? 0) + 1);
  }
  const text = shown
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { elements, text, bytes: Buffer.byteLength(html) };
}

/** Describes the differences; empty when the pages are equal. */
export function differences(ours: PageShape, theirs: PageShape): string[] {
  const names = new Set([...ours.elements.keys(), ...theirs.elements.keys()]);
  const found = [...names]
    .filter((name) => ours.elements.get(name) !== theirs.elements.get(name))
    .map((name) => `<${name}>: ${ours.elements.get(name) ?? 0} and ${theirs.elements.get(name) ?? 0}`);
  if (ours.text !== theirs.text) found.push(`the text parts at "${firstDifference(ours.text, theirs.text)}"`);
  return found;
}

export function countElements({ elements }: PageShape): number {
  return [...elements.values()].reduce((sum, count) => sum + count, 0);
}

function firstDifference(left: string, right: string): string {
  let index = 0;
  while (index < left.length && left[index] === right[index]) index++;
  return left.slice(Math.max(0, index - 20), index + 40);
}
