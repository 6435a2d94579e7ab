// Verifies bot-check tokens and remembers them until a form uses them, once. Turnstile's tokens are checked with
// Cloudflare; our own are proofs of work that anyone's browser can do, but that cost a flood its price.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Payload } from 'altcha-lib/types';
import type { Sql } from 'postgres';

export interface BotCheck {
  challenge(): Promise<Challenge>;
  /** True when the token is genuine and was never seen before; it may then be used for five minutes. */
  verify(token: string, remoteIp: string): Promise<boolean>;
  /** True once for a verified, fresh token. */
  use(token: string): Promise<boolean>;
  /** A token on the site's own word, for one call of a database function that asks for a proof. */
  vouch(): Promise<string>;
}

export interface BotCheckOptions {
  sql: Sql;
  secret: string;
  turnstile?: { secretKey: string; verifyUrl: string };
  onFailure: (reason: string) => void;
}

const CHALLENGE_LIFE_MS = 10 * 60 * 1000;
const VERIFIED_LIFE_S = 5 * 60;
const VOUCHED_LIFE_S = 60;
const LONGEST_TOKEN = 4096;
const SITEVERIFY_MS = 5000;

export function createBotCheck(options: BotCheckOptions): BotCheck {
  const { sql, onFailure } = options;
  const signingSecret = createHmac('sha256', options.secret).update('bot check').digest('hex');

  async function isSolved(token: string): Promise<boolean> {
    const payload = readPayload(token);
    if (!payload) return false;
    const result = await verifySolution({
      challenge: payload.challenge,
      solution: payload.solution,
      deriveKey,
      hmacSignatureSecret: signingSecret,
    });
    return result.verified;
  }

  async function isAcceptedByCloudflare(token: string, remoteIp: string): Promise<boolean> {
    if (!options.turnstile) return false;
    const response = await fetch(options.turnstile.verifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret: options.turnstile.secretKey, response: token, remoteip: remoteIp }),
      signal: AbortSignal.timeout(SITEVERIFY_MS),
    });
    const answer = (await response.json()) as { success?: boolean };
    return answer.success === true;
  }

  return {
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        // About a tenth of a second of one core on a phone, a thousandth to verify.
        cost: 500,
        keyPrefix: '00',
        deriveKey,
        expiresAt: new Date(Date.now() + CHALLENGE_LIFE_MS),
        hmacSignatureSecret: signingSecret,
      }),
    async verify(token, remoteIp) {
      if (token.length > LONGEST_TOKEN) return false;
      try {
        const isGenuine = options.turnstile
          ? await isAcceptedByCloudflare(token, remoteIp)
          : await isSolved(token);
        if (!isGenuine) return false;
      } catch (error) {
        onFailure(error instanceof Error ? error.message : String(error));
        return false;
      }
      // The row is the proof of single use: a second insert of the same token finds it taken. Rows outlive the
      // challenge, so that a solved puzzle cannot be verified again after its first row is swept away.
      const [row] = await sql`
        insert into private.bot_checks (token_hash, expires_at)
        values (${hashOf(token)}, now() + make_interval(secs => ${VERIFIED_LIFE_S}))
        on conflict do nothing
        returning token_hash`;
      await sql`delete from private.bot_checks where expires_at < now() - interval '1 hour'`;
      return row !== undefined;
    },
    async use(token) {
      if (token === '' || token.length > LONGEST_TOKEN) return false;
      const [row] = await sql`
        update private.bot_checks set used_at = now()
        where token_hash = ${hashOf(token)} and used_at is null and expires_at > now()
        returning token_hash`;
      return row !== undefined;
    },
    async vouch() {
      const token = randomBytes(24).toString('base64url');
      await sql`
        insert into private.bot_checks (token_hash, expires_at)
        values (${hashOf(token)}, now() + make_interval(secs => ${VOUCHED_LIFE_S}))`;
      return token;
    },
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function readPayload(token: string): Payload | undefined {
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
    return payload?.challenge?.parameters && payload?.solution ? payload : undefined;
  } catch {
    return undefined;
  }
}
