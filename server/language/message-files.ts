// The messages of each language as files for the browser, by a hash of their content: browsers cache them for ever.
import { createHash } from 'node:crypto';
import type { MessageFile, Messages } from '#app/language/messages.ts';

const PARTS: Record<MessageFile, RegExp> = {
  // Of the errors those that a visitor can meet.
  site: /^(shared|site|errors\.(common|auth|account|booking|radio))(\.|$)/,
  dashboard: /^(shared|dashboard|errors)\./,
};
const ADDRESS = /^\/messages\/([a-z]+)-(site|dashboard)-[\w-]+\.json$/;

export interface WrittenFile {
  address: string;
  text: string;
}

export interface MessageFiles {
  /** Writes the files of one language and gives their addresses. */
  write(code: string, messages: Messages): Record<MessageFile, string>;
  /** The file at an address; at the address of an earlier version the one of today. */
  find(pathname: string): WrittenFile | undefined;
}

export function createMessageFiles(): MessageFiles {
  /** By language and part. */
  const files = new Map<string, WrittenFile>();

  function write(code: string, part: MessageFile, messages: Messages): string {
    const areas = Object.entries(messages).filter(([area]) => PARTS[part].test(area));
    const text = JSON.stringify(Object.fromEntries(areas));
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
    const address = `/messages/${code}-${part}-${hash}.json`;
    files.set(`${code}-${part}`, { address, text });
    return address;
  }

  return {
    write: (code, messages) => ({
      site: write(code, 'site', messages),
      dashboard: write(code, 'dashboard', messages),
    }),
    find(pathname) {
      const [, code, part] = ADDRESS.exec(pathname) ?? [];
      return files.get(`${code}-${part}`);
    },
  };
}
