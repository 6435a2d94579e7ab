// Recognises a request for the endless stream from its head, before any HTTP code runs: such a connection transports
// nothing else afterwards. Anything unclear is left to the HTTP server.
import { MOUNTS, type MountName, mountNames } from '#radio/mount/mount-facts.ts';
import { hasPlainHeaders } from '../http/plain-get.ts';

export interface StreamRequest {
  mount: MountName;
  wantsIcy: boolean;
  client: string;
  /** A page warms up before anybody pressed play: it gets the last seconds and an end. */
  isPreload: boolean;
}

type HeaderReader = (name: string) => string | undefined;

const STREAM = /^GET (\/radio\/live\.\w{3,6})(\?[\x21-\x7e]*)? HTTP\/1\.[01]\r\n/;

export function readStreamRequest(head: string): StreamRequest | undefined {
  if (!head.startsWith('GET /radio/live.') || head.indexOf('\r\n\r\n') !== head.length - 4) return undefined;
  const [, path = '', query = ''] = STREAM.exec(head) ?? [undefined];
  const mount = mountOf(path);
  if (!mount || !hasPlainHeaders(head)) return undefined;
  return describe(mount, query, headersOf(head));
}

/** The same, from headers that the HTTP server has read. */
export function streamRequestOf(url: string, header: HeaderReader): StreamRequest | undefined {
  const [path, query = ''] = url.split('?', 2);
  const mount = mountOf(path ?? '');
  return mount && describe(mount, query, header);
}

/** Reads single headers of a bare head. */
export function headersOf(head: string): HeaderReader {
  return (name) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]?.trim();
}

/** The mount of a path. */
function mountOf(path: string): MountName | undefined {
  return mountNames.find((name) => MOUNTS[name].path === path);
}

function describe(mount: MountName, query: string, header: HeaderReader): StreamRequest {
  return {
    mount,
    wantsIcy: header('icy-metadata') === '1',
    client: header('user-agent') ?? '',
    isPreload: mount === 'mp3' && /[?&]?preload=1/.test(query),
  };
}
