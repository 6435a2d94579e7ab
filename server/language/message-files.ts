// The messages of each language as files for the browser, by a hash of their content: browsers cache them for ever.
import { createHash } from 'node:crypto';
import type { MessageFile, Messages } from '#app/language/messages.ts';

const PARTS: Record<MessageFile, RegExp> = {
  // Of the errors those that a visitor can meet.
  site: /^(shared|site|errors\.(common|auth|account|booking|radio))(\.|$)/,
  dashboard: /^(shared|dashboard|errors)\./,
};
const ADDRESS = /^\/messages\/[\w.-]+\.json$/;

export interface MessageFiles {
  /** Writes the files of one language and gives their addresses. Earlier ones stay, for pages that are open. */
  write(code: string, messages: Messages): Record<MessageFile, string>;
  answer(pathname: string): Response | undefined;
}

export function createMessageFiles(): MessageFiles {
  const texts = new Map<string, string>();

  function write(code: string, part: MessageFile, messages: Messages): string {
    const areas = Object.entries(messages).filter(([area]) => PARTS[part].test(area));
    const text = JSON.stringify(Object.fromEntries(areas));
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
    const address = `/messages/${code}-${part}-${hash}.json`;
    texts.set(address, text);
    return address;
  }

  return {
    write: (code, messages) => ({
      site: write(code, 'site', messages),
      dashboard: write(code, 'dashboard', messages),
    }),
    answer(pathname) {
      if (!ADDRESS.test(pathname)) return undefined;
      const text = texts.get(pathname);
      if (text === undefined) return new Response(null, { status: 404 });
      const headers = {
        'content-type': 'application/json',
        'cache-control': 'public, max-age=31536000, immutable',
      };
      return new Response(text, { headers });
    },
  };
}
