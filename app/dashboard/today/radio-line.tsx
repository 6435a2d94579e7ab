// The radio in one line: what is on air, how many listen, what comes next.

import { clockTime } from '#app/language/format-time.ts';
import { rich, t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { useStation } from '../radio/air/use-station.ts';
import { useStudio } from '../use-studio.ts';

const HEIGHT = 28;
const PITCH = 6;
const RULE = 2.6;

/** `listeners` of the last twelve hours, only for staff. */
export function RadioLine({ listeners }: { listeners?: readonly number[] }) {
  const { zone } = useStudio().studio;
  const air = useStation();
  return (
    <section className="today-radio" aria-labelledby="today-radio-title">
      <h2 id="today-radio-title">{t('dashboard.sections.group_radio')}</h2>
      <p className="today-radio-show">
        {air?.show
          ? rich('dashboard.today.show_on_air_until', {
              title: air.show.title,
              time: clockTime(new Date(air.show.endsAt), zone),
              b: (text) => <b>{text}</b>,
            })
          : air?.now
            ? rich('dashboard.today.track_on_air', { title: air.now.title, b: (text) => <b>{text}</b> })
            : // Unknown until the station has answered.
              air && t('dashboard.today.nothing_on_air')}
      </p>
      {listeners && <ListenerRules listeners={listeners} />}
      <p>
        {air &&
          rich('dashboard.today.count_listening', {
            count: air.listeners.current,
            // As drawn beside it.
            peak: Math.max(air.listeners.current, ...(listeners ?? [air.listeners.peak])),
            b: (text) => <b>{text}</b>,
          })}{' '}
        {air?.nextShow &&
          t('dashboard.today.next_show_at', {
            time: clockTime(new Date(air.nextShow.startsAt), zone),
            title: air.nextShow.title,
          })}
      </p>
      <Link to="/dashboard/radio">{t('dashboard.today.open_radio')}</Link>
    </section>
  );
}

/** One rule for each quarter of an hour, the present one in green. */
function ListenerRules({ listeners }: { listeners: readonly number[] }) {
  const highest = Math.max(1, ...listeners);
  const rule = (count: number, index: number) => {
    const height = Math.max(2, Math.round((count / highest) * HEIGHT * 10) / 10);
    return `M${index * PITCH} ${HEIGHT}v-${height}h${RULE}v${height}z`;
  };
  const last = listeners.length - 1;
  return (
    <svg
      className="today-radio-rules"
      viewBox={`0 0 ${listeners.length * PITCH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('dashboard.today.listeners_in_twelve_hours', { highest: Math.max(0, ...listeners) })}
    >
      <path d={listeners.slice(0, last).map(rule).join('')} />
      <path className="today-radio-now" d={rule(listeners[last] ?? 0, last)} />
    </svg>
  );
}
