// Content types from clients: parsed strictly, written back in one form. An unparsable value is not a type:
// a filter here and a browser there could read it differently.

export interface ContentType {
  /** Type and subtype in lower case, such as image/png. */
  essence: string;
  /** Only charset and codecs, in that order. */
  parameters: [name: string, value: string][];
}

const NAME = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;
const PARAMETER = /^\s*;\s*(?:([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"((?:[^"\\]|\\.)*)"))?/;
const ALLOWED_PARAMETERS = ['charset', 'codecs'];
const ALLOWED_VALUE = /^[\w.+-]{1,60}$/;
const MAX_LENGTH = 255;

/** Undefined when the text is not one content type by RFC 9110. */
export function parseContentType(text: unknown): ContentType | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || /[^\x20-\x7e]/.test(text)) return undefined;
  const semicolon = text.indexOf(';');
  const essence = (semicolon < 0 ? text : text.slice(0, semicolon)).trim().toLowerCase();
  const [type = '', subtype = '', ...more] = essence.split('/');
  if (more.length > 0 || !NAME.test(type) || !NAME.test(subtype)) return undefined;
  const found = new Map<string, string>();
  let rest = semicolon < 0 ? '' : text.slice(semicolon);
  while (rest.trim() !== '') {
    const match = PARAMETER.exec(rest);
    if (!match) return undefined;
    const [whole, name, token, quoted] = match;
    rest = rest.slice(whole.length);
    if (name !== undefined && !found.has(name.toLowerCase()))
      found.set(name.toLowerCase(), token ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? '');
  }
  const parameters = ALLOWED_PARAMETERS.flatMap((name): [string, string][] => {
    const value = found.get(name);
    return value !== undefined && ALLOWED_VALUE.test(value) ? [[name, value]] : [];
  });
  return { essence, parameters };
}

export function formatContentType({ essence, parameters }: ContentType): string {
  return essence + parameters.map(([name, value]) => `;${name}=${value}`).join('');
}

/** The normal form of a type, or undefined when it is not one. */
export function normalizeContentType(text: unknown): string | undefined {
  const parsed = parseContentType(text);
  return parsed && formatContentType(parsed);
}
