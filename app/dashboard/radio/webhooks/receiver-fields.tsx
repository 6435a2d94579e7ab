// Where the messages of a webhook go. Each type of receiver has its own fields; what is secret is never shown again.

import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import type { RadioWebhook, WebhookKind } from '#contracts/radio-webhooks.ts';

interface ReceiverFieldsProps {
  kind: WebhookKind;
  /** Absent: a new one. */
  webhook?: RadioWebhook | undefined;
  errors: Record<string, string>;
}

export function ReceiverFields({ kind, webhook, errors }: ReceiverFieldsProps) {
  const savedHint = webhook && t('dashboard.webhooks.saved_leave_empty');
  const secret = (label: string, hint: string) => (
    <Field label={label} hint={savedHint ?? hint} error={errors.secret} required={!webhook}>
      <Input name="secret" type="password" maxLength={2000} autoComplete="new-password" />
    </Field>
  );
  switch (kind) {
    case 'standard':
      return (
        <Field
          label={t('dashboard.common.address')}
          hint={t('dashboard.webhooks.address_hint')}
          error={errors.address}
          required
        >
          <Input
            name="address"
            type="url"
            defaultValue={webhook?.address}
            maxLength={2000}
            spellCheck={false}
            placeholder="https://"
          />
        </Field>
      );
    case 'discord':
      return secret(t('dashboard.webhooks.discord_url'), t('dashboard.webhooks.discord_url_hint'));
    case 'mastodon':
      return (
        <>
          <Field
            label={t('dashboard.webhooks.instance')}
            hint={t('dashboard.webhooks.instance_hint')}
            error={errors.address}
            required
          >
            <Input name="address" defaultValue={webhook?.address} maxLength={500} spellCheck={false} />
          </Field>
          {secret(t('dashboard.webhooks.access_token'), t('dashboard.webhooks.access_token_hint'))}
        </>
      );
    case 'tunein':
      return (
        <>
          <Field
            label={t('dashboard.webhooks.tunein_station')}
            hint={t('dashboard.webhooks.tunein_station_hint')}
            error={errors.address}
            required
          >
            <Input name="address" defaultValue={webhook?.address} maxLength={20} spellCheck={false} />
          </Field>
          <Field label={t('dashboard.webhooks.tunein_partner_id')} error={errors.account} required>
            <Input name="account" defaultValue={webhook?.account} maxLength={200} spellCheck={false} />
          </Field>
          {secret(
            t('dashboard.webhooks.tunein_partner_key'),
            t('dashboard.webhooks.tunein_partner_key_hint'),
          )}
        </>
      );
  }
}
