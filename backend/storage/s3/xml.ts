// The little XML that S3 speaks: documents are written from elements; of requests only flat lists are read.
import { escapeXml } from '#contracts/escape-xml.ts';

/** Marks text that is XML already. */
export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function element(
  name: string,
  content: string | number | boolean | (Xml | undefined)[],
  attributes = '',
): Xml {
  const inner = Array.isArray(content)
    ? content.map((part) => part?.text ?? '').join('')
    : escapeXml(String(content));
  return new Xml(`<${name}${attributes}>${inner}</${name}>`);
}

/** The root of a document of S3's own kind. */
export function s3Document(name: string, content: (Xml | undefined)[]): Xml {
  return element(name, content, ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"');
}

export function xmlResponse(root: Xml, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set('content-type', 'application/xml');
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${root.text}`, { ...init, headers });
}

/** The texts of the elements `names` in each element `name`; the document is never expanded, only searched. */
export function readElements(xml: string, name: string, names: string[]): Record<string, string>[] {
  const blocks = xml.match(new RegExp(`<${name}>[^]*?</${name}>`, 'g')) ?? [];
  return blocks.map((block) =>
    Object.fromEntries(
      names.flatMap((one) => {
        const text = new RegExp(`<${one}>([^<]*)</${one}>`).exec(block)?.[1];
        return text === undefined ? [] : [[one, unescapeXml(text)]];
      }),
    ),
  );
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
