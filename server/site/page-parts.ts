// A rendered page in its parts: the text before and after its data, and the data as bytes.
import type { PageParts } from '#app/entry.server.tsx';
import { utf8Bytes } from '../http/utf8-bytes.ts';

/** A page that is shown at any address cannot be taken over by the router in the browser, which goes by the address. */
export function withoutProgram({ before, after }: PageParts): PageParts {
  const headEnd = before.indexOf('</head>');
  const withoutScripts = (html: string) => html.replace(/<script\b[\s\S]*?<\/script>/g, '');
  return {
    before: before.slice(0, headEnd) + withoutScripts(before.slice(headEnd)),
    data: [],
    after: withoutScripts(after),
  };
}

export function bytesOf({ before, data, after }: PageParts): Buffer {
  return Buffer.concat([utf8Bytes(before), ...data, utf8Bytes(after)]);
}
