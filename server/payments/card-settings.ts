// The studio's account at Stripe: the environment's keys first, then the ones the owner saved. A saved key is tried at
// once, and the webhook is made at Stripe with it. Both secrets are encrypted with a key that is not in the database.
import type { Sql } from '#backend/database/driver/sql.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { createTextCipher } from '../mail/encrypt-text.ts';
import { askStripe, createStripe, type Stripe, StripeError, type StripeOptions } from './stripe.ts';

const WEBHOOK_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
  'checkout.session.async_payment_failed',
  'refund.failed',
  'refund.updated',
];
const LOOK_EVERY_MS = 15_000;

interface CardStatus {
  source: 'environment' | 'dashboard' | null;
  account: string;
  is_live: boolean;
  /** A key is saved, but it was encrypted with another secret: it must be entered again. */
  is_key_lost: boolean;
}

export interface CardSettings {
  /** Undefined while no keys are set. */
  current(): Promise<Stripe | undefined>;
  describe(): Promise<CardStatus>;
  save(secretKey: string): Promise<void>;
  remove(): Promise<void>;
  /** As of the last look in this process. */
  readonly takesCards: boolean;
  /** Called when cards begin or end to be taken, here or by another process. */
  onChange(listener: () => void): void;
  close(): void;
}

interface CardSettingsOptions {
  sql: Sql;
  environment: StripeOptions | undefined;
  apiUrl: string;
  siteUrl: string;
  secret: string;
}

interface Row {
  secret_key_encrypted: string | null;
  webhook_secret_encrypted: string | null;
  webhook_id: string | null;
  account: string;
  is_live: boolean;
}

export function createCardSettings(options: CardSettingsOptions): CardSettings {
  const { sql, environment, apiUrl, siteUrl, secret } = options;
  const cipher = createTextCipher(secret, 'card payments');
  const listeners: (() => void)[] = [];
  const fixed = environment && createStripe(environment);
  let takesCards = fixed !== undefined;

  const readRow = async (): Promise<Row | undefined> => {
    const [row] = await sql<Row[]>`
      select secret_key_encrypted, webhook_secret_encrypted, webhook_id, account, is_live from private.card_settings`;
    return row;
  };
  const keysOf = (row: Row | undefined) => {
    const secretKey = row?.secret_key_encrypted && cipher.decrypt(row.secret_key_encrypted);
    const webhookSecret = row?.webhook_secret_encrypted && cipher.decrypt(row.webhook_secret_encrypted);
    return secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl } : undefined;
  };
  const note = (isTaking: boolean) => {
    if (isTaking === takesCards) return;
    takesCards = isTaking;
    for (const listener of listeners) listener();
  };
  const current = async () => {
    if (fixed) return fixed;
    const keys = keysOf(await readRow());
    note(keys !== undefined);
    return keys && createStripe(keys);
  };
  const changeable = () => {
    if (fixed)
      throw new ApiError(
        409,
        'set_by_environment',
        'The keys are set by STRIPE_SECRET_KEY. Change them where the program is started.',
      );
  };
  const removeWebhook = async (row: Row | undefined) => {
    const secretKey = keysOf(row)?.secretKey;
    if (!secretKey || !row?.webhook_id) return;
    // A key that was withdrawn can no longer remove it; Stripe turns off a webhook that nobody answers.
    await askStripe({ apiUrl, secretKey }, `/v1/webhook_endpoints/${row.webhook_id}`, {
      method: 'DELETE',
    }).catch(() => undefined);
  };
  const store = async (row: Row) => {
    await sql`
      update private.card_settings set secret_key_encrypted = ${row.secret_key_encrypted},
        webhook_secret_encrypted = ${row.webhook_secret_encrypted}, webhook_id = ${row.webhook_id},
        account = ${row.account}, is_live = ${row.is_live}, updated_at = clock_timestamp()`;
    await current();
  };

  const look = setInterval(() => void current().catch(() => undefined), LOOK_EVERY_MS).unref();
  return {
    current,
    get takesCards() {
      return takesCards;
    },
    onChange: (listener) => void listeners.push(listener),
    async describe() {
      const row = await readRow();
      if (environment)
        return {
          source: 'environment',
          account: '',
          is_live: isLive(environment.secretKey),
          is_key_lost: false,
        };
      return {
        source: keysOf(row) ? 'dashboard' : null,
        account: row?.account ?? '',
        is_live: row?.is_live ?? false,
        is_key_lost: Boolean(row?.secret_key_encrypted) && !keysOf(row),
      };
    },
    async save(secretKey) {
      changeable();
      checkKey(secretKey);
      const before = await readRow();
      const account = await tryKey({ apiUrl, secretKey });
      const webhook = await makeWebhook({ apiUrl, secretKey }, `${siteUrl}/api/payments/stripe`);
      await store({
        secret_key_encrypted: cipher.encrypt(secretKey),
        webhook_secret_encrypted: cipher.encrypt(webhook.secret),
        webhook_id: webhook.id,
        account,
        is_live: isLive(secretKey),
      });
      await removeWebhook(before);
    },
    async remove() {
      changeable();
      const before = await readRow();
      const none = { secret_key_encrypted: null, webhook_secret_encrypted: null, webhook_id: null };
      await store({ ...none, account: '', is_live: false });
      await removeWebhook(before);
    },
    close: () => clearInterval(look),
  };
}

function isLive(secretKey: string): boolean {
  return /^\w+_live_/.test(secretKey);
}

function checkKey(secretKey: string): void {
  if (/^pk_/.test(secretKey))
    throw apiErrors.invalid({
      secret_key: 'This is the publishable key. Enter the secret key, which begins with sk_.',
    });
  if (!/^(sk|rk)_(test|live)_\w{4,250}$/.test(secretKey))
    throw apiErrors.invalid({
      secret_key: 'Enter the secret key of your Stripe account. It begins with sk_live_ or sk_test_.',
    });
}

/** The name of the account. */
async function tryKey(keys: { apiUrl: string; secretKey: string }): Promise<string> {
  const answer = await told(() => askStripe(keys, '/v1/account', { method: 'GET' }));
  const { settings, id } = answer as { settings?: { dashboard?: { display_name?: unknown } }; id?: unknown };
  return String(settings?.dashboard?.display_name || id || '').slice(0, 200);
}

async function makeWebhook(keys: { apiUrl: string; secretKey: string }, url: string) {
  const fields = new URLSearchParams([
    ['url', url],
    ...WEBHOOK_EVENTS.map((event) => ['enabled_events[]', event] as [string, string]),
  ]);
  const answer = await told(() =>
    askStripe(keys, '/v1/webhook_endpoints', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: fields.toString(),
    }),
  );
  if (typeof answer.id !== 'string' || typeof answer.secret !== 'string')
    throw new ApiError(502, 'stripe_unreachable', UNREACHABLE);
  return { id: answer.id, secret: answer.secret };
}

const UNREACHABLE = 'Stripe could not be reached. Nothing was saved. Try again in a minute.';

async function told<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof StripeError)) throw new ApiError(502, 'stripe_unreachable', UNREACHABLE);
    throw new ApiError(422, 'stripe_rejected', `Nothing was saved. ${error.message}`, {
      values: { reason: error.message },
    });
  }
}
