// Where forms get their bot-check token: from Turnstile when the studio has a site key, otherwise from our own proof of
// work. The server has verified a token before a form gets it.
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
 * The same for forms that also work without scripts. When a second try fails as well it returns "": the server then
 * treats the form like one without scripts.
 */
export const getFormToken = (): Promise<string> => source.getFormToken();

/** Does the check ahead of time, once the page has settled. */
export const prepareToken = (): void => source.prepare();

/** Waits until no check is running, so that less urgent requests do not slow it down. */
export const whenChecked = (): Promise<void> => source.settled();

/** Sends with a token, and again with a new one when the server rejects the first, because it was used or too old. */
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
