// Rewrites an SVG from an allow-list: drawing elements, drawing attributes, references within the file. Nothing
// of the text that came in is passed on as it was.
import { badLogo } from './bad-logo.ts';
import { parseSvg, type SvgElement, TEXT } from './parse-svg.ts';
import { ID, type StyleRule, safeAttribute, safeDeclarations, safeRules } from './svg-values.ts';

const ELEMENTS = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan defs symbol use linearGradient radialGradient stop clipPath
mask pattern marker switch title desc`.split(/\s+/),
);
const WITH_TEXT = new Set(['text', 'tspan', 'title', 'desc']);
const WITH_LINK = new Set(['use', 'linearGradient', 'radialGradient', 'pattern']);
// Notes of drawing programs; leaving them out changes nothing that anyone sees.
const SILENT =
  /^(?:metadata|xmlns|version|baseProfile|role|lang|enable-background|data-.*|aria-.*|-inkscape.*|text-rendering|image-rendering|color-rendering|color-interpolation.*|line-height|white-space|(?!xlink:)[\w-]+:.*)$/;
const MAX_DRAWN = 20_000;
const MAX_RATIO = 20;
const MAX_SIDE = 512;

export interface SanitizedSvg {
  svg: string;
  /** What was left out and could be missed or was dangerous, such as "script" or "onload". */
  removed: string[];
}

interface SafeElement {
  name: string;
  id: string | undefined;
  classes: string[];
  attributes: [name: string, value: string][];
  references: string[];
  children: SafeElement[];
  text: string;
}

interface Work {
  ids: Map<string, SafeElement>;
  rules: StyleRule[];
  removed: Set<string>;
}

export function sanitizeSvg(source: string): SanitizedSvg {
  const root = parseSvg(source);
  if (root.name !== 'svg') throw badLogo('This is not an SVG file: it must start with an svg element.');
  const work: Work = { ids: new Map(), rules: [], removed: new Set() };
  const safe = safeElement(root, work);
  setSize(safe, root);
  requireBounded(safe, work);
  return { svg: write(safe, work), removed: [...work.removed].sort() };
}

function safeElement(element: SvgElement, work: Work): SafeElement {
  const safe: SafeElement = {
    name: element.name,
    id: undefined,
    classes: [],
    attributes: [],
    references: [],
    children: [],
    text: element.text,
  };
  for (const [name, value] of element.attributes) takeAttribute(safe, name, value, work);
  for (const child of element.children) {
    if (child.name === 'style') {
      const { rules, isWhole } = safeRules(child.children.map(({ text }) => text).join(''));
      work.rules.push(...rules);
      if (!isWhole) work.removed.add('parts of style');
    } else if (child.name === TEXT ? WITH_TEXT.has(element.name) : ELEMENTS.has(child.name)) {
      safe.children.push(safeElement(child, work));
    } else if (child.name !== TEXT) note(work, child.name);
  }
  return safe;
}

function takeAttribute(safe: SafeElement, name: string, value: string, work: Work): void {
  if (name === 'id') {
    // The first of two is the one that counts.
    if (ID.test(value) && !work.ids.has(value)) {
      safe.id = value;
      work.ids.set(value, safe);
    }
  } else if (name === 'class') {
    safe.classes = value.split(/\s+/).filter((part) => ID.test(part));
  } else if (name === 'style') {
    const style = safeDeclarations(value);
    if (style.value !== '') safe.attributes.push(['style', style.value]);
    safe.references.push(...style.references);
    for (const [, property = ''] of value.matchAll(/(?:^|;)\s*([\w-]+)/g))
      if (!style.isWhole && !style.value.includes(`${property}:`)) note(work, property);
  } else if (name === 'href' || name === 'xlink:href') {
    const target = value.trim().slice(1);
    if (WITH_LINK.has(safe.name) && value.trim().startsWith('#') && ID.test(target)) {
      if (safe.attributes.some(([known]) => known === 'href')) return;
      safe.attributes.push(['href', `#${target}`]);
      safe.references.push(target);
    } else work.removed.add(name);
  } else {
    const allowed = safeAttribute(name, value);
    if (!allowed) {
      note(work, name);
      return;
    }
    safe.attributes.push([name, allowed.value]);
    safe.references.push(...allowed.references);
  }
}

function note({ removed }: Work, name: string): void {
  if (!SILENT.test(name)) removed.add(name.slice(0, 40));
}

/** A box that is known, and a size that fits: a picture without one is drawn at 300 by 150 or not at all. */
function setSize(safe: SafeElement, { attributes }: SvgElement): void {
  const lengthOf = (name: string) =>
    Number(/^\s*([\d.]+)\s*(?:px)?\s*$/.exec(attributes.get(name) ?? '')?.[1]);
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = 0, y = 0, width = 0, height = 0] =
    box.length === 4 && box.every(Number.isFinite) ? box : [0, 0, lengthOf('width'), lengthOf('height')];
  if (!(width > 0 && height > 0 && width < 1e6 && height < 1e6 && Math.abs(x) < 1e6 && Math.abs(y) < 1e6))
    throw badLogo('The SVG has no size. Export it with a viewBox, or with width and height.');
  if (Math.max(width / height, height / width) > MAX_RATIO)
    throw badLogo(`The SVG is too long and narrow: one side is more than ${MAX_RATIO} times the other.`);
  const scale = MAX_SIDE / Math.max(width, height);
  safe.attributes = [
    ['viewBox', [x, y, width, height].join(' ')],
    ['width', (width * scale).toFixed(2)],
    ['height', (height * scale).toFixed(2)],
    ...safe.attributes.filter(([name]) => !['viewBox', 'width', 'height', 'x', 'y'].includes(name)),
  ];
}

/** Parts that use parts that use parts grow without end; what is drawn is counted with every use of it. */
function requireBounded(root: SafeElement, { ids, rules }: Work): void {
  const counts = new Map<SafeElement, number | 'counting'>();
  const count = (element: SafeElement): number => {
    const known = counts.get(element);
    if (known === 'counting') throw badLogo('A part of the SVG contains itself.');
    if (known !== undefined) return known;
    counts.set(element, 'counting');
    let total = 1;
    const styled = rules.filter(({ selectors }) => selectors.some((selector) => matches(element, selector)));
    const names = new Set([...element.references, ...styled.flatMap(({ references }) => references)]);
    for (const name of names) {
      const target = ids.get(name);
      if (target) total += count(target);
    }
    for (const child of element.children) total += count(child);
    if (total > MAX_DRAWN) throw badLogo('The SVG has too many parts. Simplify it or use a PNG.');
    counts.set(element, total);
    return total;
  };
  if (rules.length > 500) throw badLogo('The SVG has too many styles. Simplify it or use a PNG.');
  count(root);
}

function matches({ name, id, classes }: SafeElement, selector: string): boolean {
  if (selector.startsWith('.')) return classes.includes(selector.slice(1));
  if (selector.startsWith('#')) return id === selector.slice(1);
  return name === selector;
}

function write(root: SafeElement, { rules }: Work): string {
  const sheet = rules
    .map(({ selectors, declarations }) => `${selectors.join(',')}{${declarations}}`)
    .join('');
  const [head, ...rest] = writeElement(root, ' xmlns="http://www.w3.org/2000/svg"');
  return [head, sheet && `<style>${sheet}</style>`, ...rest].join('');
}

function writeElement(element: SafeElement, extra = ''): string[] {
  const { name, id, classes, attributes, children, text } = element;
  if (name === TEXT) return [escapeText(text)];
  const all: [string, string][] = [
    ...(id ? ([['id', id]] as [string, string][]) : []),
    ...(classes.length > 0 ? ([['class', classes.join(' ')]] as [string, string][]) : []),
    ...attributes,
  ];
  const written = all.map(([key, value]) => ` ${key}="${escapeText(value)}"`).join('');
  return [`<${name}${extra}${written}>`, ...children.flatMap((child) => writeElement(child)), `</${name}>`];
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
