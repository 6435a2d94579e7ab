// Sends what private.add_webhook_event has planned. A message that fails is tried again after growing pauses, then given
// up; a webhook whose messages fail one after the other is turned off. What became of each stands in the dashboard.
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import type { CodedText } from '#contracts/coded-text.ts';
import type { WebhookEvent, WebhookKind } from '#contracts/radio-webhooks.ts';
import type { JobHandlers } from '../../jobs/job-runner.ts';
import type { EventData } from './render-request.ts';
import { type Outcome, sendToReceiver } from './send-to-receiver.ts';
import { createWebhookStore } from './webhook-store.ts';
import { webhookText } from './webhook-text.ts';

export interface WebhookSenderOptions {
  siteUrl: string;
  /** The installation's own, from which the key of the stored secrets is derived. */
  secret: string;
  allowsPrivate: boolean;
  tuneInUrl?: string;
}

interface Delivery {
  id: string;
  webhook_id: string;
  event: WebhookEvent;
  data: EventData;
  attempts: number;
  created_at: Date;
  station: string;
  /** A newer track has been announced to the same webhook. */
  is_outdated: boolean;
}

const minute = 60;
const hour = 60 * minute;
// News of an hour ago is none for people; a program may want every event.
const LATE_WAITS_S = [10, minute, 5 * minute, 30 * minute, 2 * hour, 10 * hour];
const WAITS_S: Record<WebhookKind, readonly number[]> = {
  standard: LATE_WAITS_S,
  discord: LATE_WAITS_S.slice(0, 3),
  mastodon: LATE_WAITS_S.slice(0, 3),
  tunein: LATE_WAITS_S.slice(0, 3),
};
const MAX_FAILURES = 20;

export function createWebhookJobs(options: WebhookSenderOptions): JobHandlers {
  const store = createWebhookStore(options.secret);
  return {
    async 'radio.webhook'({ delivery_id }, within) {
      const delivery = await readDelivery(within, String(delivery_id));
      const webhook = delivery && (await store.read(within, delivery.webhook_id));
      if (!delivery || !webhook) return;
      if (!webhook.is_on) return finish(within, delivery, 'failed', webhookText('turned_off'));
      if (webhook.secrets.length === 0) return giveUp(within, delivery, notSent(webhookText('secret_lost')));
      if (webhook.kind === 'tunein' && delivery.is_outdated)
        return finish(within, delivery, 'skipped', webhookText('outdated'));
      const outcome = await sendToReceiver(
        webhook,
        {
          id: delivery.id,
          event: delivery.event,
          at: delivery.created_at.toISOString(),
          data: delivery.data,
          station: { name: delivery.station, siteUrl: options.siteUrl },
        },
        options,
      );
      if (outcome.isTaken) return succeed(within, delivery, outcome);
      const waitS = WAITS_S[webhook.kind][delivery.attempts];
      if (outcome.isFinal || waitS === undefined) return giveUp(within, delivery, outcome);
      await tryLater(within, delivery, outcome, Math.max(waitS, outcome.retryAfterS));
    },
  };
}

function notSent(reason: CodedText): Outcome {
  return { isTaken: false, isFinal: true, isGone: false, status: null, reason, retryAfterS: 0 };
}

async function readDelivery(within: TransactionSql, id: string): Promise<Delivery | undefined> {
  const [row] = await within<Delivery[]>`
    select d.id, d.webhook_id, d.event, d.data, d.attempts, d.created_at, s.name as station,
      exists (select from public.radio_webhook_deliveries n where n.webhook_id = d.webhook_id and n.event = d.event
        and n.created_at > d.created_at and n.state in ('waiting', 'sent')) as is_outdated
    from public.radio_webhook_deliveries d cross join public.studio s where d.id = ${id} and d.state = 'waiting'`;
  return row;
}

async function finish(
  within: TransactionSql,
  { id }: Delivery,
  state: 'sent' | 'failed' | 'skipped',
  reason: CodedText,
  { status = null, attempts = 0 }: { status?: number | null; attempts?: number } = {},
): Promise<void> {
  await within`
    update public.radio_webhook_deliveries set state = ${state}, reason = ${JSON.stringify(reason)}::text::jsonb,
      status = ${status}, attempts = attempts + ${attempts}, next_attempt_at = null, finished_at = clock_timestamp()
    where id = ${id}`;
}

async function succeed(within: TransactionSql, delivery: Delivery, outcome: Outcome): Promise<void> {
  await finish(within, delivery, 'sent', outcome.reason, { status: outcome.status, attempts: 1 });
  await within`
    update public.radio_webhooks set failure_count = 0 where id = ${delivery.webhook_id} and failure_count > 0`;
}

async function giveUp(within: TransactionSql, delivery: Delivery, outcome: Outcome): Promise<void> {
  await finish(within, delivery, 'failed', outcome.reason, { status: outcome.status, attempts: 1 });
  const reason = outcome.isGone ? 'gone' : 'failing';
  await within`
    update public.radio_webhooks set failure_count = failure_count + 1,
      is_on = is_on and not ${outcome.isGone} and failure_count + 1 < ${MAX_FAILURES},
      off_reason = case when ${outcome.isGone} or failure_count + 1 >= ${MAX_FAILURES} then ${reason} else off_reason end
    where id = ${delivery.webhook_id}`;
}

async function tryLater(
  within: TransactionSql,
  { id }: Delivery,
  { reason, status }: Outcome,
  waitS: number,
): Promise<void> {
  const [row] = await within<{ at: Date }[]>`
    update public.radio_webhook_deliveries set reason = ${JSON.stringify(reason)}::text::jsonb, status = ${status},
      attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => ${waitS})
    where id = ${id} returning next_attempt_at as at`;
  if (row)
    await within`select private.add_job('radio.webhook', ${JSON.stringify({ delivery_id: id })}::text::jsonb, ${row.at})`;
}
