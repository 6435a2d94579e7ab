// The bot check for calls of the auth API that open an account or send a message.
import type { AuthError } from '@supabase/supabase-js';
import { backendSettings } from '#app/backend/backend.ts';
import { getToken } from './bot-token.ts';
import { askWithNewToken, chooseTokens } from './captcha-tokens.ts';
import { runTurnstile } from './turnstile.ts';

/** Calls with a bot-check token. Rejects with a BotCheckError when there is none. */
export function askWithCaptcha<Answer extends { error: AuthError | null }>(
  ask: (captchaToken: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  return askWithNewToken(ask, chooseTokens(backendSettings(), { getToken, runTurnstile }));
}
