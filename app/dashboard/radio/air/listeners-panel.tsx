// Listeners of the last twelve hours, one rule for each quarter of an hour, and how many listen now.

import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { Link } from '#app/ui/link.tsx';
import { Panel } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';

const HEIGHT = 110;
const PITCH = 10;
const QUARTER_MS = 15 * 60_000;
const LABELS = [0, 12, 24, 36];

interface ListenersPanelProps {
  /** The most in each quarter of an hour, the present one last. */
  quarters: readonly number[];
  /** Now; null while the station does not say. */
  current: number | null;
  /** When the last quarter ends. */
  now: Date;
}

export function ListenersPanel({ quarters, current, now }: ListenersPanelProps) {
  const { zone } = useStudio().studio;
  const last = quarters.length - 1;
  const counts = quarters.map((count, index) => (index === last ? Math.max(count, current ?? 0) : count));
  const highest = Math.max(0, ...counts);
  const top = Math.max(2, Math.ceil(highest / 2) * 2);
  const timeOf = (index: number) =>
    clockTime(new Date(now.getTime() - (quarters.length - index) * QUARTER_MS), zone);
  const rule = (count: number, index: number) => {
    const height = Math.max(count > 0 ? 2 : 1, (count / top) * HEIGHT);
    const width = count > 0 ? 4 + (count / top) * 2 : 2;
    return `M${index * PITCH + (PITCH - width) / 2} ${HEIGHT}v-${height.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}z`;
  };
  return (
    <Panel
      className="room-box"
      title={t('dashboard.radio.listeners')}
      aside={<Link to="/dashboard/radio/figures">{t('dashboard.radio.all_figures')}</Link>}
    >
      <p className="dash-quiet">
        {t('dashboard.radio.listeners_now_highest', { current: current ?? 0, highest })}
      </p>
      <div className="room-plot">
        <div className="room-plot-y" aria-hidden="true">
          {[top, top / 2, 0].map((count) => (
            <span key={count}>{formatNumber(count)}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${quarters.length * PITCH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('dashboard.radio.listeners_in_twelve_hours', { highest })}
        >
          <path d={counts.slice(0, last).map(rule).join('')} />
          <path className="room-plot-now" d={rule(counts[last] ?? 0, last)} />
        </svg>
        <div className="room-plot-x" aria-hidden="true">
          {LABELS.map((index) => (
            <span key={index}>{timeOf(index)}</span>
          ))}
          <span>{clockTime(now, zone)}</span>
        </div>
      </div>
    </Panel>
  );
}
