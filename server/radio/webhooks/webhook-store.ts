// The webhooks of the radio with their secrets, which are encrypted in the database.
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import type { RadioWebhook } from '#contracts/radio-webhooks.ts';
import { createTextCipher } from '../../mail/encrypt-text.ts';
import type { Receiver } from './render-request.ts';

export type StoredWebhook = RadioWebhook & { secrets: Receiver['secrets'] };
type WebhookValues = Pick<RadioWebhook, 'name' | 'address' | 'account' | 'events' | 'templates' | 'is_on'>;

interface Row extends RadioWebhook {
  secret_encrypted: string;
  previous_encrypted: string | null;
}

export interface WebhookStore {
  read(within: Sql | TransactionSql, id: string): Promise<StoredWebhook | undefined>;
  add(
    within: TransactionSql,
    webhook: WebhookValues & Pick<RadioWebhook, 'kind'>,
    secret: string,
  ): Promise<string>;
  change(
    within: TransactionSql,
    id: string,
    values: WebhookValues,
    secret: string | undefined,
  ): Promise<void>;
  /** The one before goes on signing for a day. */
  replaceSecret(within: TransactionSql, id: string, secret: string): Promise<void>;
}

export function createWebhookStore(installationSecret: string): WebhookStore {
  const cipher = createTextCipher(installationSecret, 'radio webhook');
  return {
    async read(within, id) {
      const [row] = await within<Row[]>`
        select w.id, w.name, w.kind, w.address, w.account, w.events, w.templates, w.is_on, w.off_reason, s.secret_encrypted,
          case when s.previous_until > now() then s.previous_encrypted end as previous_encrypted
        from public.radio_webhooks w join private.radio_webhook_secrets s on s.webhook_id = w.id where w.id = ${id}`;
      if (!row) return undefined;
      const { secret_encrypted, previous_encrypted, ...webhook } = row;
      const secrets = [secret_encrypted, previous_encrypted].flatMap((one) => {
        const secret = one === null ? undefined : cipher.decrypt(one);
        return secret === undefined ? [] : [secret];
      });
      return { ...webhook, secrets };
    },
    async add(within, { name, kind, address, account, events, templates, is_on }, secret) {
      const [row] = await within<{ id: string }[]>`
        insert into public.radio_webhooks (name, kind, address, account, events, templates, is_on)
        values (${name}, ${kind}, ${address}, ${account}, ${events}, ${JSON.stringify(templates)}::text::jsonb, ${is_on}) returning id`;
      const id = row?.id ?? '';
      await within`
        insert into private.radio_webhook_secrets (webhook_id, secret_encrypted) values (${id}, ${cipher.encrypt(secret)})`;
      return id;
    },
    async change(within, id, { name, address, account, events, templates, is_on }, secret) {
      await within`
        update public.radio_webhooks set name = ${name}, address = ${address}, account = ${account}, events = ${events},
          templates = ${JSON.stringify(templates)}::text::jsonb, is_on = ${is_on},
          off_reason = case when ${is_on} then null else off_reason end, failure_count = case when is_on then failure_count else 0 end
        where id = ${id}`;
      if (secret === undefined) return;
      await within`
        update private.radio_webhook_secrets set secret_encrypted = ${cipher.encrypt(secret)}, previous_encrypted = null
        where webhook_id = ${id}`;
    },
    async replaceSecret(within, id, secret) {
      await within`
        update private.radio_webhook_secrets set previous_encrypted = secret_encrypted, previous_until = now() + interval '24 hours',
          secret_encrypted = ${cipher.encrypt(secret)} where webhook_id = ${id}`;
    },
  };
}
