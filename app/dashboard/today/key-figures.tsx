// The key figures for staff. The listener count comes live from the radio station.
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Link } from '#app/ui/link.tsx';
import { useStation } from '../radio/air/use-station.ts';
import { useStudio } from '../use-studio.ts';
import type { TodayData } from './load-today.server.ts';

export function KeyFigures({ today }: { today: TodayData }) {
  const { currency } = useStudio().studio;
  const air = useStation();
  const planned = today.sessions.filter(({ status }) => status === 'planned');
  const sum = (of: (session: (typeof planned)[number]) => number) =>
    planned.reduce((total, session) => total + of(session), 0);
  const { orders, cents } = today.unpaid;
  return (
    <dl className="pulse" data-slot="pulse">
      <div>
        <dt>{t('dashboard.today.sessions_today')}</dt>
        <dd>{planned.length}</dd>
      </div>
      <div>
        <dt>{t('dashboard.today.places_filled')}</dt>
        <dd>
          {sum(({ seats }) => seats)}/{sum(({ capacity }) => capacity)}
        </dd>
      </div>
      <div>
        <dt>
          <Link to="/dashboard/orders?show=unpaid">{t('dashboard.today.unpaid_orders', { orders })}</Link>
        </dt>
        <dd>{price(cents, currency)}</dd>
      </div>
      <div>
        <dt>
          <Link to="/dashboard/waiting-lists">{t('dashboard.today.on_waiting_lists')}</Link>
        </dt>
        <dd>{today.waiting}</dd>
      </div>
      <div data-hot={today.failedCount > 0 || undefined}>
        <dt>
          <Link to="/dashboard/messages/outbox?state=failed">{t('dashboard.today.failed_emails')}</Link>
        </dt>
        <dd>{today.failedCount}</dd>
      </div>
      <div>
        <dt>
          <Link to="/dashboard/radio/listeners">{t('dashboard.today.listening_now')}</Link>
        </dt>
        <dd>{air ? air.listeners.current : '·'}</dd>
      </div>
    </dl>
  );
}
