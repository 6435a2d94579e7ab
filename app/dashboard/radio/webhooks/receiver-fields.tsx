// Where the messages of a webhook go. Each type of receiver has its own fields; what is secret is never shown again.

import type { ComponentProps } from 'react';
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
  const address = (label: string, hint: string, input: ComponentProps<typeof Input>) => (
    <Field label={label} hint={hint} error={errors.address} required>
      <Input name="address" defaultValue={webhook?.address} spellCheck={false} {...input} />
    </Field>
  );
  const secret = (label: string, hint: string) => (
    <Field label={label} hint={savedHint ?? hint} error={errors.secret} required={!webhook}>
      <Input name="secret" type="password" maxLength={2000} autoComplete="new-password" />
    </Field>
  );
  switch (kind) {
    case 'standard':
      return address(t('dashboard.common.address'), t('dashboard.webhooks.address_hint'), {
        type: 'url',
        maxLength: 2000,
        placeholder: 'https://',
      });
    case 'discord':
      return secret(t('dashboard.webhooks.discord_url'), t('dashboard.webhooks.discord_url_hint'));
    case 'mastodon':
      return (
        <>
          {address(t('dashboard.webhooks.instance'), t('dashboard.webhooks.instance_hint'), {
            maxLength: 500,
          })}
          {secret(t('dashboard.webhooks.access_token'), t('dashboard.webhooks.access_token_hint'))}
        </>
      );
    case 'tunein':
      return (
        <>
          {address(t('dashboard.webhooks.tunein_station'), t('dashboard.webhooks.tunein_station_hint'), {
            maxLength: 20,
          })}
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
