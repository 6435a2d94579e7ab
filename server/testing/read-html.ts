// Reads the pages that the program writes, without a browser. Elements that are not closed in order are an error: a
// browser would move them somewhere else.

export interface HtmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (HtmlElement | string)[];
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const TOKEN =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([a-z][\w-]*)\s*>|<([a-z][\w-]*)((?:\s[^<>"]*(?:"[^"]*"[^<>"]*)*)?\/?)>/gi;
const ATTRIBUTE = /([^\s=/]+)(?:="([^"]*)")?/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

export function readHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  let end = 0;
  const addText = (text: string) => {
    if (text !== '') open.at(-1)?.children.push(decode(text));
  };
  for (let token = TOKEN.exec(html); token; token = TOKEN.exec(html)) {
    addText(html.slice(end, token.index));
    end = TOKEN.lastIndex;
    const [whole, closing, opening, attributes = ''] = token;
    if (closing !== undefined) {
      const last = open.pop();
      if (last?.name !== closing.toLowerCase())
        throw new Error(`</${closing}> closes <${last?.name}>: …${html.slice(end - 120, end)}`);
    } else if (opening !== undefined) {
      const element: HtmlElement = { name: opening.toLowerCase(), attributes: {}, children: [] };
      for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE))
        element.attributes[name.toLowerCase()] = decode(value);
      open.at(-1)?.children.push(element);
      const isRaw = element.name === 'script' || element.name === 'style';
      if (isRaw) {
        const close = html.indexOf(`</${element.name}>`, end);
        // Not decoded: scripts are no markup.
        element.children.push(html.slice(end, close));
        end = close + element.name.length + 3;
        TOKEN.lastIndex = end;
      } else if (!VOID.has(element.name) && !whole.endsWith('/>')) open.push(element);
    }
  }
  addText(html.slice(end));
  if (open.length > 1) throw new Error(`<${open.at(-1)?.name}> is not closed`);
  return root;
}

/** Every element within of that name and with those attributes, in the order of the page. "*": of any name. */
export function all(
  within: HtmlElement,
  name: string,
  attributes: Record<string, string | RegExp> = {},
): HtmlElement[] {
  const matches = (element: HtmlElement) =>
    (name === '*' || element.name === name) &&
    Object.entries(attributes).every(([key, wanted]) => {
      const value = element.attributes[key];
      return value !== undefined && (typeof wanted === 'string' ? value === wanted : wanted.test(value));
    });
  return within.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(matches(child) ? [child] : []), ...all(child, name, attributes)],
  );
}

/** The first of `all`; that there is none is an error. */
export function first(...[within, name, attributes]: Parameters<typeof all>): HtmlElement {
  const [found] = all(within, name, attributes);
  if (!found) throw new Error(`The page has no <${name}> with ${JSON.stringify(attributes ?? {})}`);
  return found;
}

export function textOf(element: HtmlElement | string): string {
  if (typeof element === 'string') return element;
  if (element.name === 'script' || element.name === 'style') return '';
  return element.children.map(textOf).join('').replaceAll(/\s+/g, ' ');
}

/** What a screen reader says: without what is hidden from it. */
export function spokenText(element: HtmlElement | string): string {
  if (typeof element === 'string') return element;
  const { name, attributes, children } = element;
  if (name === 'script' || name === 'style' || attributes['aria-hidden'] === 'true') return '';
  return children.map(spokenText).join('').replaceAll(/\s+/g, ' ').replaceAll('\u00ad', '');
}

/** What a browser sends when the form is sent as it stands: with the fields' own values. */
export function fieldsOf(form: HtmlElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const { name: tag, attributes, children } of all(form, '*', { name: /./ })) {
    const { name = '', type = 'text', value, checked, disabled } = attributes;
    if (disabled !== undefined) continue;
    if (tag === 'textarea') fields.append(name, children.map(textOf).join(''));
    if (tag === 'select') {
      const options = all({ name: tag, attributes, children }, 'option');
      const chosen = options.find((option) => 'selected' in option.attributes) ?? options[0];
      if (chosen) fields.append(name, chosen.attributes.value ?? textOf(chosen));
    }
    if (tag !== 'input' || /^(submit|button|file|image|reset)$/.test(type)) continue;
    const isTicked = !/^(checkbox|radio)$/.test(type) || checked !== undefined;
    if (isTicked) fields.append(name, value ?? (type === 'checkbox' ? 'on' : ''));
  }
  return fields;
}
