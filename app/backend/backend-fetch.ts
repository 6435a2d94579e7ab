// Wraps every request of the browser's client: adds the passkey's token, and renews a token that the server calls
// expired and sends the request again. The renewal matters when the visitor's clock is slow and the client still trusts
// an expired token. A session that was ended elsewhere is reported at the first request that finds out.

type Fetch = typeof fetch;

const EXPIRED_CODES = new Set(['bad_jwt', 'PGRST301', 'PGRST303', 'UNAUTHORIZED_INVALID_JWT']);
// The storage service answers 400 with this message.
const EXPIRED_MESSAGE = '"exp" claim timestamp check failed';

/** Replaces any other token with the passkey's, as long as there is one. */
export function addPasskeyToken(send: Fetch, readToken: () => string | null): Fetch {
  return (input, init) => {
    const token = readToken();
    return send(input, token ? withBearer(init, token) : init);
  };
}

interface SessionCare {
  /** Returns null without a session. */
  renew(): Promise<string | null>;
  /** The server knows the token but ended its session. */
  onSessionEnded(): void;
}

/** Renews a token that the server rejects as expired, once, and repeats the request. */
export function renewExpiredToken(send: Fetch, { renew, onSessionEnded }: SessionCare): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const code = isWorthRenewing(input, init) ? await errorCode(response) : undefined;
    if (code === 'session_not_found') onSessionEnded();
    if (!code || !EXPIRED_CODES.has(code)) return response;
    const token = await renew();
    return token ? send(input, withBearer(init, token)) : response;
  };
}

/** Beyond this difference of the clocks a session's end is measured by the visitor's own. */
const MAX_CLOCK_DIFFERENCE_S = 15 * 60;

/**
 * Removes the expiry time of a session where the visitor's clock is far off: the client library then counts from now.
 * By the server's clock it would renew the token at every request, or long after its expiry.
 */
export function measureByOwnClock(send: Fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!response.ok || init?.method !== 'POST' || !url.includes('/auth/v1/')) return response;
    const session: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    const { expires_at, expires_in, ...rest } = (session ?? {}) as {
      expires_at?: unknown;
      expires_in?: unknown;
    };
    if (typeof expires_at !== 'number' || typeof expires_in !== 'number') return response;
    const differenceS = Math.abs(expires_at - expires_in - Date.now() / 1000);
    if (differenceS < MAX_CLOCK_DIFFERENCE_S) return response;
    return Response.json({ ...rest, expires_in }, { status: response.status, headers: response.headers });
  };
}

function withBearer(init: RequestInit | undefined, token: string): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}

// A token request must not trigger another one, and a streamed body cannot be sent twice.
function isWorthRenewing(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const url = input instanceof Request ? input.url : String(input);
  if (/\/auth\/v1\/(token|logout)\b/.test(url)) return false;
  return !(input instanceof Request) && !(init?.body instanceof ReadableStream);
}

async function errorCode(response: Response): Promise<string | undefined> {
  if (![400, 401, 403].includes(response.status)) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== 'object' || body === null) return undefined;
  const { code, error_code, message } = body as { code?: unknown; error_code?: unknown; message?: unknown };
  if (message === EXPIRED_MESSAGE) return 'bad_jwt';
  return typeof code === 'string' ? code : String(error_code);
}
