// Request headers of source clients, HTTP or nearly: PUT and SOURCE, HTTP/1.x or ICE/1.0. A source's body has neither
// length nor chunks, which no HTTP parser accepts; so headers are parsed here, from the raw socket.
export interface SourceHead {
  method: string;
  /** Decoded path. */
  path: string;
  query: URLSearchParams;
  /** As old clients mean it: each escaped byte is a character of ISO 8859-1. */
  latin1Query: URLSearchParams;
  protocol: string;
  /** Names in lower case; the last of repeated lines counts. */
  headers: Map<string, string>;
  /** Whether the request ends with its head beyond doubt: only then another may follow on the connection. */
  isWhole: boolean;
}

const BODY_HEADERS = /^(?:content-length(?!: *0\r?$)|transfer-encoding)/i;
// Folded and nameless lines, blanks before a colon, bare ends of lines: programs read them in different ways.
const PLAIN_LINE = /^[\w!#$%&'*+.^`|~-]+:[^\r\n\0]*$/;
const REQUEST_LINE = /^([A-Z]+) (\S+) ((?:HTTP|ICE|ICY)\/\d\.\d)$/;
export const MAX_HEAD_BYTES = 16_384;

/** Undefined when it is not a request. */
export function parseSourceHead(text: string): SourceHead | undefined {
  const [first = '', ...lines] = text.split(/\r?\n/);
  const [, method, target, protocol] = REQUEST_LINE.exec(first) ?? [];
  if (!method || !target || !protocol) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const query = question < 0 ? '' : target.slice(question + 1);
  return {
    method,
    path: decodeLoosely(path),
    query: new URLSearchParams(query),
    latin1Query: new URLSearchParams(
      query.replaceAll(/%([89a-f][0-9a-f])/gi, (_, hex: string) =>
        encodeURIComponent(String.fromCharCode(Number.parseInt(hex, 16))),
      ),
    ),
    protocol,
    headers,
    isWhole: text
      .split('\r\n')
      .slice(1, -2)
      .every((line) => PLAIN_LINE.test(line) && !BODY_HEADERS.test(line)),
  };
}

/** Where the header ends and the body begins; -1 while it is incomplete. */
export function findHeadEnd(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n');
  return end < 0 ? -1 : end + 4;
}

export function passwordOf(headers: Map<string, string>): { user: string; password: string } | undefined {
  const [, encoded] = /^basic\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
