// The one place where forms get their token of the human check: Turnstile when the studio has a site key, our own proof
// of work otherwise. The server has verified a token before a form gets it.
import { backendSettings } from '#app/backend/backend.ts';
import { BOT_CHECK_FAILED, BotCheckError } from './bot-check-error.ts';
import { solveProofOfWork } from './solve-proof-of-work.ts';
import { createTokenSource } from './token-source.ts';
import { runTurnstile } from './turnstile.ts';

const source = createTokenSource({
  obtain,
  storage: () => sessionStorage,
  onFailure: (error) => console.warn('Bot check:', error.message, error.cause ?? ''),
});

/** A verified token for one submission, such as `captcha_token` of the auth API. Rejects with a BotCheckError. */
export const getToken = (): Promise<string> => source.getToken();

/**
 * The same for forms that work without scripts, too. When a second try fails as well it answers "": the server then
 * counts the form among those that come without scripts.
 */
export const getFormToken = (): Promise<string> => source.getFormToken();

/** Does the check ahead of time, once the page has settled. */
export const prepareToken = (): void => source.prepare();

/** Once no check is running: what is less urgent leaves it the line. */
export const whenChecked = (): Promise<void> => source.settled();

/** Sends with a token, and once more with a new one when the server does not accept the first: it was used or too old. */
export async function sendWithToken<Answer>(send: (token: string) => Promise<Answer>): Promise<Answer> {
  const token = await getFormToken();
  try {
    return await send(token);
  } catch (reason) {
    const { code } = (reason ?? {}) as { code?: unknown };
    if (token === '' || code !== BOT_CHECK_FAILED) throw reason;
    return send(await getFormToken());
  }
}

async function obtain(signal: AbortSignal): Promise<string> {
  const { turnstileSiteKey, apiBaseUrl } = backendSettings();
  const token = turnstileSiteKey
    ? await runTurnstile(turnstileSiteKey, { signal })
    : await solveProofOfWork(apiBaseUrl, { signal });
  const response = await fetch(`${apiBaseUrl}/cloudflare/verify-turnstile`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal,
  });
  if (!response.ok) throw new BotCheckError('failed', `The token was not accepted (${response.status}).`);
  return token;
}
