// Allowed values of attributes and styles: only drawing, and only characters that cannot form a URL.
const PRESENTATION =
  `fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
stroke-dashoffset stroke-opacity opacity color display visibility clip-rule clip-path mask mask-type stop-color stop-opacity
font-family font-size font-weight font-style font-stretch font-variant letter-spacing word-spacing text-anchor text-decoration
dominant-baseline baseline-shift marker-start marker-mid marker-end paint-order vector-effect shape-rendering isolation
mix-blend-mode transform transform-origin overflow`.split(/\s+/);
const GEOMETRY =
  `d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy rotate width height points viewBox preserveAspectRatio offset
gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits
patternTransform markerUnits markerWidth markerHeight refX refY orient pathLength textLength lengthAdjust`.split(
    /\s+/,
  );
const PROPERTIES = new Set(PRESENTATION);
const ATTRIBUTES = new Set([...PRESENTATION, ...GEOMETRY]);
const FUNCTIONS = new Set(
  'rgb rgba hsl hsla url translate translateX translateY scale scaleX scaleY rotate skewX skewY matrix'
    .split(' ')
    .map((name) => name.toLowerCase()),
);
// No colon, slash, backslash, @, <, & or !: neither an address nor an escape can be spelt.
const CHARACTERS = /^[\w\s.,;#%()+'"-]*$/;
const REFERENCE = /url\(\s*(?:'#([A-Za-z_][\w.-]*)'|"#([A-Za-z_][\w.-]*)"|#([A-Za-z_][\w.-]*))\s*\)/gi;

export const ID = /^[A-Za-z_][\w.-]{0,80}$/;

export interface SafeValue {
  value: string;
  /** The ids it points to, in this same drawing. */
  references: string[];
}

function safeValue(value: string): SafeValue | undefined {
  if (!CHARACTERS.test(value)) return undefined;
  const references: string[] = [];
  const written = value.replaceAll(REFERENCE, (_, single, double, bare) => {
    references.push(single ?? double ?? bare);
    return `url(#${single ?? double ?? bare})`;
  });
  for (const [, name = ''] of written.matchAll(/([\w-]*)\s*\(/g)) {
    if (!FUNCTIONS.has(name.toLowerCase())) return undefined;
  }
  if ((written.match(/url\s*\(/gi) ?? []).length !== references.length) return undefined;
  return { value: written.trim(), references };
}

export function safeAttribute(name: string, value: string): SafeValue | undefined {
  return ATTRIBUTES.has(name) ? safeValue(value) : undefined;
}

export interface SafeStyle extends SafeValue {
  isWhole: boolean;
}

/** "fill:red;stroke:url(#a)" */
export function safeDeclarations(text: string): SafeStyle {
  const declarations: string[] = [];
  const references: string[] = [];
  let isWhole = true;
  for (const declaration of text.split(';')) {
    if (declaration.trim() === '') continue;
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const safe = PROPERTIES.has(property) ? safeValue(declaration.slice(colon + 1)) : undefined;
    if (!safe || safe.value === '') {
      isWhole = false;
      continue;
    }
    declarations.push(`${property}:${safe.value}`);
    references.push(...safe.references);
  }
  return { value: declarations.join(';'), references, isWhole };
}

export interface StyleRule {
  /** ".name", "#name" or "name" */
  selectors: string[];
  declarations: string;
  references: string[];
}

const SELECTOR = /^[.#]?[A-Za-z_][\w-]*$/;

/** The rules of a style sheet that name classes, ids and elements; all others, and every @ rule, are left out. */
export function safeRules(text: string): { rules: StyleRule[]; isWhole: boolean } {
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, ' ');
  const rules: StyleRule[] = [];
  let isWhole = !/[@\\]/.test(plain);
  for (const [, head = '', body = ''] of plain.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const selectors = head.split(',').map((selector) => selector.trim());
    const declarations = safeDeclarations(body);
    if (!selectors.every((selector) => SELECTOR.test(selector))) isWhole = false;
    else if (declarations.value !== '')
      rules.push({ selectors, declarations: declarations.value, references: declarations.references });
    isWhole &&= declarations.isWhole;
  }
  return { rules, isWhole };
}
