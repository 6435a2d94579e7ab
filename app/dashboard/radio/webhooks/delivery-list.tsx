// The last messages of a webhook: when, about what, and what the receiver said.

import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { clockTime, localDay, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { Badge, type BadgeProps } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { WebhookDelivery } from '#contracts/radio-webhooks.ts';
import { webhookText } from '../../coded-text.ts';
import { Panel } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import { eventLabel } from './webhook-labels.ts';

const TONES: Record<WebhookDelivery['state'], BadgeProps['tone']> = {
  waiting: 'default',
  sent: 'positive',
  failed: 'danger',
  skipped: 'quiet',
};

export function DeliveryList({ deliveries, now }: { deliveries: readonly WebhookDelivery[]; now: Date }) {
  const { zone } = useStudio().studio;
  const timeOf = (at: string) => {
    const moment = new Date(at);
    const time = clockTime(moment, zone);
    return localDay(moment, zone) === localDay(now, zone) ? time : `${shortDate(moment, zone)}, ${time}`;
  };
  return (
    <Panel title={t('dashboard.webhooks.last_messages')}>
      <Rows
        of={deliveries}
        none={
          <EmptyState title={t('dashboard.webhooks.no_messages_yet')}>
            {t('dashboard.webhooks.no_messages_hint')}
          </EmptyState>
        }
      >
        {(delivery) => (
          <li key={delivery.id}>
            <RowText title={eventLabel(delivery.event)}>
              <time dateTime={delivery.created_at}>{timeOf(delivery.created_at)}</time>
              {delivery.reason && ` · ${webhookText(delivery.reason)}`}
              {delivery.state === 'waiting' &&
                delivery.attempts > 0 &&
                delivery.next_attempt_at &&
                ` ${t('dashboard.webhooks.next_try', { time: timeOf(delivery.next_attempt_at) })}`}
            </RowText>
            <Badge tone={TONES[delivery.state]}>{stateLabel(delivery)}</Badge>
          </li>
        )}
      </Rows>
    </Panel>
  );
}

function stateLabel({ state, attempts }: WebhookDelivery): string {
  if (state === 'waiting' && attempts > 0) return t('dashboard.webhooks.state_retrying');
  return t(`dashboard.webhooks.state_${state}`);
}
