// Which token the auth API gets, and how often it is called. The network and the page are passed as arguments.
type GetToken = () => Promise<string | undefined>;

const MAX_WAIT_MS = 10_000;

/** Again with a new token when the first is rejected, because it was used or too old. */
export async function askWithNewToken<Answer extends { error: { code?: string } | null }>(
  ask: (captchaToken: string | undefined) => Promise<Answer>,
  getToken: GetToken,
): Promise<Answer> {
  const answer = await ask(await getToken());
  return answer.error?.code === 'captcha_failed' ? ask(await getToken()) : answer;
}

/** A hosted backend verifies with Cloudflare itself, and a token is valid once; it does not know our own puzzles. */
export function chooseTokens(
  { backendUrl, turnstileSiteKey }: { backendUrl: string; turnstileSiteKey: string | null },
  from: {
    getToken(): Promise<string>;
    runTurnstile(siteKey: string, options: { signal: AbortSignal }): Promise<string>;
  },
): GetToken {
  if (backendUrl === '') return from.getToken;
  if (turnstileSiteKey === null) return async () => undefined;
  return () => from.runTurnstile(turnstileSiteKey, { signal: AbortSignal.timeout(MAX_WAIT_MS) });
}
