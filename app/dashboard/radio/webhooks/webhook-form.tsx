// One webhook: where it goes, what it tells, on or off. Tested as it is saved.

import { type FormEvent, useState } from 'react';
import { questionText, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import {
  hasTemplates,
  type RadioWebhook,
  type WebhookKind,
  type WebhookTest,
} from '#contracts/radio-webhooks.ts';
import { webhookText } from '../../coded-text.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { useBusy } from '../../forms/use-busy.ts';
import { useFormGuard } from '../../forms/use-unsaved-guard.ts';
import { ownApi } from '../../own-api.ts';
import { confirmDelete } from '../confirm-delete.ts';
import { FormEnd } from '../form-end.tsx';
import { EventFields } from './event-fields.tsx';
import { ReceiverFields } from './receiver-fields.tsx';
import { kindLabel } from './webhook-labels.ts';

interface WebhookFormProps {
  kind: WebhookKind;
  /** Absent: a new one. */
  webhook?: RadioWebhook;
  onChange(): void;
  onClose(): void;
  /** Shown once: it cannot be read again. */
  onSecret(secret: { name: string; value: string }): void;
}

interface TestAnswer {
  isTaken: boolean;
  text: string;
}

export function WebhookForm({ kind, webhook, onChange, onClose, onSecret }: WebhookFormProps) {
  const [isSaving, runSave] = useBusy();
  const [isTesting, runTest] = useBusy();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const { isDirty, onInput, markSaved } = useFormGuard();
  const path = webhook && `/radio/webhooks/${webhook.id}`;

  const save = async (body: ReturnType<typeof bodyOf>) => {
    setErrors({});
    setAnswer(null);
    try {
      if (path) await ownApi(path, { method: 'PUT', body });
      else {
        const added = await ownApi<{ secret: string | null }>('/radio/webhooks', { method: 'POST', body });
        if (added.secret) onSecret({ name: body.name, value: added.secret });
      }
      markSaved();
      toastSuccess(webhook ? t('dashboard.common.changes_saved') : t('dashboard.webhooks.webhook_added'));
      onChange();
      if (!webhook) onClose();
    } catch (reason) {
      const fields = (reason as { fields?: Record<string, string> } | null)?.fields ?? {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) reportFailure(reason);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = bodyOf(kind, new FormData(event.currentTarget));
    void runSave(() => save(body));
  };
  const test = () =>
    runTest(async () => {
      try {
        const { is_taken: isTaken, answer: said } = await ownApi<WebhookTest>(`${path}/test`, {
          method: 'POST',
          body: {},
        });
        setAnswer({ isTaken, text: webhookText(said) });
      } catch (reason) {
        setAnswer({ isTaken: false, text: describeReason(reason) });
      }
      onChange();
    });
  const renew = () =>
    confirm({
      ...questionText('dashboard.webhooks.new_secret'),
      onConfirm: async () => {
        const { secret } = await ownApi<{ secret: string }>(`${path}/secret`, { method: 'POST', body: {} });
        onSecret({ name: webhook?.name ?? '', value: secret });
      },
    });
  const remove = () =>
    confirmDelete({
      title: t('dashboard.webhooks.delete_question', { name: webhook?.name ?? '' }),
      content: t('dashboard.webhooks.delete_content'),
      remove: () => ownApi(path ?? '', { method: 'DELETE' }),
      onDeleted: () => {
        onClose();
        onChange();
      },
    });

  return (
    <form className="track-form" onSubmit={submit} onInput={onInput} noValidate>
      <Field label={t('dashboard.common.name')} error={errors.name} required>
        <Input
          name="name"
          defaultValue={webhook?.name ?? (kind === 'standard' ? '' : kindLabel(kind))}
          maxLength={120}
          autoComplete="off"
        />
      </Field>
      <ReceiverFields kind={kind} webhook={webhook} errors={errors} />
      <EventFields kind={kind} events={webhook?.events} templates={webhook?.templates} errors={errors} />
      <Checkbox
        name="is_on"
        label={t('dashboard.webhooks.is_on')}
        hint={kind === 'tunein' ? t('dashboard.webhooks.tunein_hint') : undefined}
        defaultChecked={webhook?.is_on ?? true}
      />
      <FormEnd
        submit={webhook ? t('dashboard.common.save_changes') : t('dashboard.webhooks.add_webhook')}
        isBusy={isSaving}
      >
        {webhook ? (
          <>
            <Button
              variant="tertiary"
              size="sm"
              busy={isTesting}
              disabled={isDirty}
              onClick={() => void test()}
            >
              {t('dashboard.webhooks.send_test')}
            </Button>
            {kind === 'standard' && (
              <Button variant="tertiary" size="sm" onClick={renew}>
                {t('dashboard.webhooks.new_secret')}
              </Button>
            )}
            <Button variant="destructive" size="sm" onClick={remove}>
              {t('dashboard.common.delete')}
            </Button>
          </>
        ) : (
          <Button variant="ghost" size="sm" onClick={onClose}>
            {t('dashboard.common.cancel')}
          </Button>
        )}
      </FormEnd>
      {webhook && (
        <p role="status" className={answer && !answer.isTaken ? 'owner-failed' : 'dash-quiet'}>
          {answer?.text ?? (isDirty ? t('dashboard.webhooks.save_before_test') : testHint(kind))}
        </p>
      )}
    </form>
  );
}

function testHint(kind: WebhookKind): string {
  if (kind === 'mastodon') return t('dashboard.webhooks.test_hint_mastodon');
  return kind === 'tunein' ? t('dashboard.webhooks.test_hint_tunein') : t('dashboard.webhooks.test_hint');
}

function bodyOf(kind: WebhookKind, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const events = form.getAll('events').map(String);
  const templates = events.map((event) => [event, text(`template ${event}`)]);
  return {
    kind,
    name: text('name'),
    address: text('address'),
    account: text('account'),
    secret: text('secret'),
    events,
    ...(hasTemplates(kind) && { templates: Object.fromEntries(templates) as Record<string, string> }),
    is_on: form.get('is_on') !== null,
  };
}
