// Webhooks: other programs and people who are notified when a track or a show begins.

import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Fact } from '#app/dashboard/layout/fact.tsx';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import {
  type RadioWebhook,
  WEBHOOK_KINDS,
  type WebhookDelivery,
  type WebhookKind,
} from '#contracts/radio-webhooks.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, Panel } from '../../layout/page.tsx';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { CopyButton } from '../copy-button.tsx';
import { OpenList } from '../open-list.tsx';
import type { Route } from './+types/webhooks-page.ts';
import { DeliveryList } from './delivery-list.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { kindLabel } from './webhook-labels.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend: client } = context.get(siteContext);
  const [webhooks, deliveries] = await Promise.all([
    client
      .from('radio_webhooks')
      .select('id,name,kind,address,account,events,templates,is_on,off_reason')
      .order('name')
      .order('id'),
    client
      .from('radio_webhook_deliveries')
      .select('id,webhook_id,event,state,attempts,status,reason,created_at,next_attempt_at')
      .order('created_at', { ascending: false })
      .limit(1000),
  ]);
  for (const { error } of [webhooks, deliveries]) if (error) throw error;
  return {
    webhooks: (webhooks.data ?? []) as RadioWebhook[],
    deliveries: (deliveries.data ?? []) as WebhookDelivery[],
    now: new Date().toISOString(),
  };
}

export const meta = dashboardMeta(() => t('dashboard.webhooks.page_title'));

interface NewSecret {
  name: string;
  value: string;
}

export default function WebhooksPage({ loaderData }: Route.ComponentProps) {
  const { webhooks, deliveries } = loaderData;
  const { revalidate } = useRevalidator();
  const again = () => void revalidate();
  const [secret, setSecret] = useState<NewSecret | null>(null);
  useLiveReload({ table: 'radio_webhook_deliveries' });
  return (
    <>
      <PageHeader title={t('dashboard.webhooks.title')}>
        {t('dashboard.webhooks.webhooks_total', { count: webhooks.length })}
      </PageHeader>
      {secret && <SecretPanel secret={secret} onClose={() => setSecret(null)} />}
      <OpenList
        items={webhooks}
        nameOf={({ name }) => name}
        about={({ kind, address }) => `${kindLabel(kind)}, ${address.replace(/^https?:\/\//, '')}`}
        mark={(webhook) => <StateBadge webhook={webhook} newest={newestOf(webhook, deliveries)} />}
        empty={
          <EmptyState level={2} title={t('dashboard.webhooks.none_yet')}>
            {t('dashboard.webhooks.none_yet_hint')}
          </EmptyState>
        }
        add={<NewWebhook onChange={again} onSecret={setSecret} />}
      >
        {(open, close) => (
          <>
            <Panel title={open.name} aside={kindLabel(open.kind)}>
              {open.off_reason && (
                <p className="owner-failed" role="alert">
                  {t(`dashboard.webhooks.off_because_${open.off_reason}`)}
                </p>
              )}
              <WebhookForm
                kind={open.kind}
                webhook={open}
                onChange={again}
                onClose={close}
                onSecret={setSecret}
              />
            </Panel>
            <DeliveryList
              deliveries={deliveries.filter(({ webhook_id }) => webhook_id === open.id)}
              now={new Date(loaderData.now)}
            />
          </>
        )}
      </OpenList>
    </>
  );
}

function newestOf({ id }: RadioWebhook, deliveries: readonly WebhookDelivery[]): WebhookDelivery | undefined {
  return deliveries.find(({ webhook_id, state }) => webhook_id === id && state !== 'skipped');
}

function StateBadge({ webhook, newest }: { webhook: RadioWebhook; newest: WebhookDelivery | undefined }) {
  if (webhook.off_reason) return <Badge tone="danger">{t('dashboard.webhooks.turned_off_badge')}</Badge>;
  if (!webhook.is_on) return <Badge tone="quiet">{t('dashboard.webhooks.off_badge')}</Badge>;
  if (newest?.state === 'failed' || (newest?.state === 'waiting' && newest.attempts > 0))
    return <Badge tone="danger">{t('dashboard.webhooks.failing_badge')}</Badge>;
  return <Badge tone="positive">{t('dashboard.webhooks.on_badge')}</Badge>;
}

function NewWebhook({ onChange, onSecret }: { onChange(): void; onSecret(secret: NewSecret): void }) {
  const [kind, setKind] = useState<WebhookKind | null>(null);
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('kind');
    setKind(WEBHOOK_KINDS.find((one) => one === chosen) ?? null);
  };
  if (kind)
    return (
      <Panel title={t('dashboard.webhooks.new_webhook')} aside={kindLabel(kind)}>
        <WebhookForm kind={kind} onChange={onChange} onClose={() => setKind(null)} onSecret={onSecret} />
      </Panel>
    );
  return (
    <form className="rename" onSubmit={choose}>
      <Field label={t('dashboard.webhooks.type')}>
        <Select name="kind" options={WEBHOOK_KINDS.map((one) => [one, kindLabel(one)])} />
      </Field>
      <Button variant="tertiary" type="submit">
        {t('dashboard.webhooks.add_webhook')}
      </Button>
    </form>
  );
}

function SecretPanel({ secret, onClose }: { secret: NewSecret; onClose(): void }) {
  const label = t('dashboard.webhooks.secret_of', { name: secret.name });
  return (
    <Panel
      title={label}
      aside={<LinkButton onClick={onClose}>{t('dashboard.common.close')}</LinkButton>}
      className="webhook-secret"
    >
      <dl className="source-rows source-rows-stacked">
        <Fact name={t('dashboard.webhooks.secret_hint')}>
          <code>{secret.value}</code>
          <CopyButton text={secret.value} label={t('dashboard.radio.copy_label', { label })} />
        </Fact>
      </dl>
    </Panel>
  );
}
