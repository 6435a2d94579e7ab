// The human check for calls of the auth API that open an account or send a message.
import type { AuthError } from '@supabase/supabase-js';
import { backendSettings } from '#app/backend/backend.ts';
import { getToken } from './bot-token.ts';
import { askWithNewToken, chooseTokens } from './captcha-tokens.ts';
import { runTurnstile } from './turnstile.ts';

/** Asks with a token of the human check. Rejects with a BotCheckError when none can be had. */
export function askWithCaptcha<Answer extends { error: AuthError | null }>(
  ask: (captchaToken: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  return askWithNewToken(ask, chooseTokens(backendSettings(), { getToken, runTurnstile }));
}
