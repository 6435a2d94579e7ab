// A title sent on a connection of its own, as Icecast's clients do.
import { identifySource, SOURCE_MOUNTS, type SourceClient, type SourceContext } from './source-context.ts';
import type { SourceHead } from './source-head.ts';
import { askForPassword, reply, replyToUpdate } from './source-reply.ts';

/** What Liquidsoap sends for a file without tags. */
const NO_TAGS = /^unknown( - unknown)?$/i;

export async function updateTitle(
  head: SourceHead,
  client: SourceClient,
  context: SourceContext,
): Promise<boolean> {
  const { socket } = client;
  const found = await identifySource(head, client, context);
  if (typeof found === 'number')
    return reply(socket, 429, `Too many wrong passwords. Try again in ${found} s.`);
  if (!found) return askForPassword(socket, { keepsOpen: false });
  const isLatin1 = /^(iso-?8859-?1|latin-?1)$/i.test(head.query.get('charset') ?? '');
  const query = isLatin1 ? head.latin1Query : head.query;
  const field = (name: string) => query.get(name) ?? '';
  if (!SOURCE_MOUNTS.has(query.get('mount') ?? '/live'))
    return replyToUpdate(socket, 400, 'Source does not exist', 0);
  const song = field('song').trim().replace(NO_TAGS, '');
  // A title update replaces both fields; an artist of an earlier update must not remain.
  const dash = song.indexOf(' - ');
  const title = song
    ? { artist: dash > 0 ? song.slice(0, dash) : '', title: dash > 0 ? song.slice(dash + 3) : song }
    : { artist: field('artist'), title: field('title') };
  switch (context.liveControl.setTitle(title, found.host)) {
    case 'not_live':
      return replyToUpdate(socket, 400, 'Source does not exist', 0);
    case 'not_theirs':
      return reply(socket, 403, 'Another host is live.');
    case 'too_often':
      return reply(socket, 429, 'Too many title changes. Try again in a minute.');
    case 'set':
      return replyToUpdate(socket, 200, 'Metadata update successful', 1);
  }
}
