import { Link } from '#app/ui/link.tsx';
import type { TodayPulse } from './load-pulse.server.ts';

export function Pulse({ pulse }: { pulse: TodayPulse }) {
  const { sessionsToday, placesTaken, places, people, waitingMails, failedMails } = pulse;
  return (
    <dl className="pulse">
      <div>
        <dt>sessions today</dt>
        <dd>{sessionsToday}</dd>
      </div>
      <div>
        <dt>places filled</dt>
        <dd>
          {placesTaken}/{places}
        </dd>
      </div>
      <div>
        <dt>
          <Link to="/dashboard/people">people</Link>
        </dt>
        <dd>{people}</dd>
      </div>
      <div>
        <dt>
          <Link to="/dashboard/messages/outbox?state=waiting">mails waiting</Link>
        </dt>
        <dd>{waitingMails}</dd>
      </div>
      <div data-hot={failedMails > 0 || undefined}>
        <dt>
          <Link to="/dashboard/messages/outbox?state=failed">mails failed</Link>
        </dt>
        <dd>{failedMails}</dd>
      </div>
    </dl>
  );
}
