// Verifies bot-check tokens and remembers them until a form uses them, once. Turnstile's tokens are checked with
// Cloudflare; our own are proofs of work that anyone's browser can do, but that cost a flood its price.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import type { Sql } from '#backend/database/driver/sql.ts';
import { outsideRequest } from '#backend/database/request-writes.ts';
import { CHALLENGE_PARAMETERS, readProof } from './read-proof.ts';
import { isTurnstileToken, type TurnstileSecrets } from './turnstile-check.ts';

export interface BotCheck {
  challenge(): Promise<Challenge>;
  /** True when the token is genuine and was never seen before; it may then be used for five minutes. */
  verify(token: string, remoteIp: string): Promise<boolean>;
  /** True once for a verified, fresh token. */
  use(token: string): Promise<boolean>;
  /** Uses up a token, whether the page had it verified before or not. */
  redeem(token: string, remoteIp: string): Promise<boolean>;
  /** A token issued by the site itself, for one call of a database function that needs a proof. */
  vouch(): Promise<string>;
}

/** Used up for nothing, it does no harm, and is no reason to call the outcome of the form unknown. */
const alone = <Found>(run: () => PromiseLike<Found>) => outsideRequest(async () => run());

export interface BotCheckOptions {
  sql: Sql;
  secret: string;
  turnstile?: TurnstileSecrets;
  /** Hosts that a Turnstile token may have been made on. Empty: any. */
  hostnames?: string[];
  onFailure: (reason: string) => void;
}

// The same name is used in app/bot-check/turnstile.ts.
const TURNSTILE_ACTION = 'bot-check';
const CHALLENGE_LIFE_MS = 10 * 60 * 1000;
const VERIFIED_LIFE_S = 5 * 60;
const VOUCHED_LIFE_S = 60;
const MAX_TOKEN_LENGTH = 4096;
const SWEEP_EVERY_MS = 60_000;

export function createBotCheck(options: BotCheckOptions): BotCheck {
  const { sql, onFailure, turnstile, hostnames = [] } = options;
  const signingSecret = createHmac('sha256', options.secret).update('bot check').digest('hex');
  let sweptAt = 0;

  /** What can be used up once: the signature of the solved challenge, or the whole of a Turnstile token. */
  async function identityOf(token: string, remoteIp: string): Promise<string | undefined> {
    if (turnstile) {
      return (await isTurnstileToken(token, remoteIp, { ...turnstile, hostnames, action: TURNSTILE_ACTION }))
        ? token
        : undefined;
    }
    const proof = readProof(token, { now: Date.now(), lifeMs: CHALLENGE_LIFE_MS });
    if (!proof) return undefined;
    const { verified } = await verifySolution({ ...proof, deriveKey, hmacSignatureSecret: signingSecret });
    return verified ? proof.challenge.signature : undefined;
  }

  // Rows outlive the challenge, so that a solved puzzle cannot be verified again after its row is swept away.
  async function sweep(): Promise<void> {
    if (Date.now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = Date.now();
    await alone(() => sql`delete from private.bot_checks where expires_at < now() - interval '1 hour'`);
  }

  const botCheck: BotCheck = {
    challenge: () =>
      createChallenge({
        ...CHALLENGE_PARAMETERS,
        deriveKey,
        expiresAt: new Date(Date.now() + CHALLENGE_LIFE_MS),
        hmacSignatureSecret: signingSecret,
      }),
    async verify(token, remoteIp) {
      if (token.length > MAX_TOKEN_LENGTH) return false;
      let identity: string | undefined;
      try {
        identity = await identityOf(token, remoteIp);
      } catch (error) {
        onFailure(error instanceof Error ? error.message : String(error));
      }
      if (identity === undefined) return false;
      // The row is the proof of single use: a second answer to the same challenge, in whatever spelling, finds it taken.
      const [row] = await alone(
        () => sql`
        insert into private.bot_checks (token_hash, challenge_hash, expires_at)
        values (${hashOf(token)}, ${hashOf(identity)}, now() + make_interval(secs => ${VERIFIED_LIFE_S}))
        on conflict do nothing
        returning token_hash`,
      );
      await sweep();
      return row !== undefined;
    },
    async use(token) {
      if (token === '' || token.length > MAX_TOKEN_LENGTH) return false;
      const [row] = await alone(
        () => sql`
        update private.bot_checks set used_at = now()
        where token_hash = ${hashOf(token)} and used_at is null and expires_at > now()
        returning token_hash`,
      );
      return row !== undefined;
    },
    async redeem(token, remoteIp) {
      if (await botCheck.use(token)) return true;
      return (await botCheck.verify(token, remoteIp)) && botCheck.use(token);
    },
    async vouch() {
      const token = randomBytes(24).toString('base64url');
      await alone(
        () => sql`
        insert into private.bot_checks (token_hash, expires_at)
        values (${hashOf(token)}, now() + make_interval(secs => ${VOUCHED_LIFE_S}))`,
      );
      return token;
    },
  };
  return botCheck;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
