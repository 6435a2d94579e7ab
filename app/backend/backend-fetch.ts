// What happens to every request of the browser's client on its way to the backend: the passkey's token goes with it,
// and a token that the server calls expired is renewed and the request sent again. The second matters when the
// visitor's clock runs behind: their client still believes in a token that is over. A session that was ended
// elsewhere is told of at the first request that finds out.

type Fetch = typeof fetch;

const EXPIRED_CODES = new Set(['bad_jwt', 'PGRST301', 'PGRST303']);

/** Puts the passkey's token in the place of any other, as long as there is one. */
export function carryPasskeyToken(send: Fetch, readToken: () => string | null): Fetch {
  return (input, init) => {
    const token = readToken();
    return send(input, token ? withBearer(init, token) : init);
  };
}

interface SessionCare {
  /** Answers null when nobody is signed in. */
  renew(): Promise<string | null>;
  /** The server knows the token but ended its session. */
  onGone(): void;
}

/** Renews a token that the server refuses as expired, once, and asks again. */
export function renewExpiredToken(send: Fetch, { renew, onGone }: SessionCare): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const code = isWorthRenewing(input, init) ? await refusalCode(response) : undefined;
    if (code === 'session_not_found') onGone();
    if (!code || !EXPIRED_CODES.has(code)) return response;
    const token = await renew();
    return token ? send(input, withBearer(init, token)) : response;
  };
}

function withBearer(init: RequestInit | undefined, token: string): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}

// Asking for a new token must not ask for a new token; a body that streams away cannot be sent twice.
function isWorthRenewing(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const url = input instanceof Request ? input.url : String(input);
  if (/\/auth\/v1\/(token|logout)\b/.test(url)) return false;
  return !(input instanceof Request) && !(init?.body instanceof ReadableStream);
}

async function refusalCode(response: Response): Promise<string | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== 'object' || body === null) return undefined;
  const { code, error_code } = body as { code?: unknown; error_code?: unknown };
  return typeof code === 'string' ? code : String(error_code);
}
