// Why there is no bot-check token, with the message that a form shows. What was typed stays.

export type BotCheckReason = 'offline' | 'blocked' | 'slow' | 'failed';

const STILL_HERE = 'What you typed is still here.';

const messages: Record<BotCheckReason, string> = {
  offline: `We could not reach the studio to check that you are human. ${STILL_HERE} Check your connection, then try again.`,
  blocked: `The check that you are human was blocked, perhaps by an ad blocker. ${STILL_HERE} Allow challenges.cloudflare.com, then try again.`,
  slow: `The check that you are human is taking too long. ${STILL_HERE} Try again in a moment.`,
  failed: `We could not check that you are human. ${STILL_HERE} Try again in a moment.`,
};

export const BOT_CHECK_FAILED = 'bot_check_failed';

export class BotCheckError extends Error {
  /** The code that the API returns when it does not accept a token. */
  readonly code = BOT_CHECK_FAILED;
  readonly reason: BotCheckReason;

  constructor(reason: BotCheckReason, cause?: unknown) {
    super(messages[reason], { cause });
    this.name = 'BotCheckError';
    this.reason = reason;
  }
}

export function botCheckErrorOf(error: unknown): BotCheckError {
  if (error instanceof BotCheckError) return error;
  // A request that got no answer at all is a TypeError in every browser.
  return new BotCheckError(error instanceof TypeError ? 'offline' : 'failed', error);
}
