// Why there is no bot-check token, with the message that a form shows. What was typed stays.
import { t } from '#app/language/messages.ts';

export type BotCheckReason = 'offline' | 'blocked' | 'slow' | 'failed';

const MESSAGES = {
  offline: 'errors.common.bot_check_offline',
  blocked: 'errors.common.bot_check_blocked',
  slow: 'errors.common.bot_check_slow',
  failed: 'errors.common.bot_check_impossible',
} as const;

export const BOT_CHECK_FAILED = 'bot_check_failed';

export class BotCheckError extends Error {
  /** The code that the API returns when it does not accept a token. */
  readonly code = BOT_CHECK_FAILED;
  readonly reason: BotCheckReason;

  constructor(reason: BotCheckReason, cause?: unknown) {
    super(t(MESSAGES[reason]), { cause });
    this.name = 'BotCheckError';
    this.reason = reason;
  }
}

export function botCheckErrorOf(error: unknown): BotCheckError {
  if (error instanceof BotCheckError) return error;
  // A request that got no answer at all is a TypeError in every browser.
  return new BotCheckError(error instanceof TypeError ? 'offline' : 'failed', error);
}
