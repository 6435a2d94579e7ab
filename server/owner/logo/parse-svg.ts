// A strict reader for the part of XML that drawing programs write. No entities beyond the five of XML, no internal subset,
// no namespaces: what it does not know is an error, never a guess.
import type { ApiError } from '../../http-kit/api-error.ts';
import { badLogo } from './bad-logo.ts';

export interface SvgElement {
  /** Or TEXT, for text between elements. */
  name: string;
  attributes: Map<string, string>;
  children: SvgElement[];
  text: string;
}

export const TEXT = '#text';

export const SVG_LIMITS = { maxBytes: 128 * 1024, maxElements: 4000, maxDepth: 48, maxAttributes: 60 };

const NAME = /[A-Za-z_][\w.:-]{0,80}/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w.:-]{0,80})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
const CLOSING = /<\/([A-Za-z_][\w.:-]{0,80})\s*>/y;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function parseSvg(source: string): SvgElement {
  if (Buffer.byteLength(source) > SVG_LIMITS.maxBytes)
    throw badLogo(`The SVG is larger than ${SVG_LIMITS.maxBytes / 1024} KB. Simplify it or use a PNG.`);
  const text = source.replace(/^\uFEFF/, '');
  const open: SvgElement[] = [];
  let root: SvgElement | undefined;
  let elements = 0;
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const skipTo = (ending: string) => {
    const end = text.indexOf(ending, at);
    if (end < 0) throw notWellFormed();
    const inner = text.slice(at, end);
    at = end + ending.length;
    return inner;
  };
  const addText = (text: string) => {
    const parent = open.at(-1);
    if (parent) parent.children.push({ name: TEXT, attributes: new Map(), children: [], text });
    else if (text.trim() !== '') throw notWellFormed();
  };
  while (at < text.length) {
    if (text[at] !== '<') {
      const end = text.indexOf('<', at);
      addText(decode(text.slice(at, end < 0 ? undefined : end)));
      at = end < 0 ? text.length : end;
    } else if (text.startsWith('<!--', at)) {
      skipTo('-->');
    } else if (text.startsWith('<?', at)) {
      skipTo('?>');
    } else if (text.startsWith('<![CDATA[', at)) {
      at += 9;
      addText(skipTo(']]>'));
    } else if (text.startsWith('<!', at)) {
      // Illustrator names the type of the document; what follows in brackets could define entities.
      const type = skipTo('>');
      if (root || !/^<!DOCTYPE\s[^[\]]*$/i.test(type))
        throw badLogo('The SVG defines its own entities or types. Export it as plain SVG.');
    } else if (text.startsWith('</', at)) {
      const closed = match(CLOSING);
      if (!closed || open.pop()?.name !== closed[1]) throw notWellFormed();
    } else {
      at += 1;
      const name = match(NAME)?.[0];
      if (!name || (root && open.length === 0)) throw notWellFormed();
      const element: SvgElement = { name, attributes: new Map(), children: [], text: '' };
      for (let found = match(ATTRIBUTE); found; found = match(ATTRIBUTE)) {
        const [, key = '', double, single] = found;
        if (element.attributes.has(key) || element.attributes.size >= SVG_LIMITS.maxAttributes)
          throw notWellFormed();
        element.attributes.set(key, decode(double ?? single ?? ''));
      }
      const end = match(TAG_END);
      if (!end) throw notWellFormed();
      elements += 1;
      if (elements > SVG_LIMITS.maxElements || open.length >= SVG_LIMITS.maxDepth)
        throw badLogo('The SVG has too many parts. Simplify it or use a PNG.');
      open.at(-1)?.children.push(element);
      root ??= element;
      if (end[1] !== '/') open.push(element);
    }
  }
  if (!root || open.length > 0) throw notWellFormed();
  return root;
}

function decode(text: string): string {
  return text.replaceAll(/&([^;&\s]{0,12};)?/g, (whole, inner?: string) => {
    const name = inner?.slice(0, -1) ?? '';
    const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    if (named) return named;
    const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
    const code = number ? Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10) : 0;
    if (code < 32 ? ![9, 10, 13].includes(code) : code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      throw badLogo(`The SVG uses an entity that is not part of SVG (${whole.slice(0, 20)}).`);
    return String.fromCodePoint(code);
  });
}

function notWellFormed(): ApiError {
  return badLogo('The SVG is not well-formed. Export it again from your drawing program.');
}
