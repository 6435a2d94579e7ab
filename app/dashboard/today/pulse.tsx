// The numbers that staff see first. Listeners come from the station itself, this moment.
import { price } from '#app/language/price.ts';
import { Link } from '#app/ui/link.tsx';
import { useStation } from '../radio/air/use-station.ts';
import { useStudio } from '../use-studio.ts';
import type { TodayData } from './load-today.server.ts';

export function Pulse({ desk }: { desk: TodayData }) {
  const { currency } = useStudio().studio;
  const air = useStation();
  const held = desk.sessions.filter(({ status }) => status === 'planned');
  const sum = (of: (session: (typeof held)[number]) => number) =>
    held.reduce((total, session) => total + of(session), 0);
  const { orders, cents } = desk.unpaid;
  return (
    <dl className="pulse" data-slot="pulse">
      <div>
        <dt>sessions today</dt>
        <dd>{held.length}</dd>
      </div>
      <div>
        <dt>places filled</dt>
        <dd>
          {sum(({ seats }) => seats)}/{sum(({ capacity }) => capacity)}
        </dd>
      </div>
      <div>
        <dt>
          <Link to="/dashboard/orders?show=unpaid">
            unpaid, {orders === 1 ? 'one order' : `${orders} orders`}
          </Link>
        </dt>
        <dd>{price(cents, currency)}</dd>
      </div>
      <div>
        <dt>
          <Link to="/dashboard/waiting-lists">waiting for a place</Link>
        </dt>
        <dd>{desk.waiting}</dd>
      </div>
      <div data-hot={desk.failedCount > 0 || undefined}>
        <dt>
          <Link to="/dashboard/messages/outbox?state=failed">mails failed</Link>
        </dt>
        <dd>{desk.failedCount}</dd>
      </div>
      <div>
        <dt>
          <Link to="/dashboard/radio/listeners">listening now</Link>
        </dt>
        <dd>{air ? air.listeners.current : '·'}</dd>
      </div>
    </dl>
  );
}
