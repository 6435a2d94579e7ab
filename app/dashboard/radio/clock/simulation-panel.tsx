// The next 24 hours with the clock that is being edited: warnings first, then every hour as a strip that opens.

import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import type { ClockItemRow, ClockSimulation, SimulatedTrack } from '#contracts/radio-clock.ts';
import { Panel } from '../../layout/page.tsx';
import { timeInHour } from './clock-draft.ts';
import { kindLabel, warningLabel } from './clock-labels.ts';
import { groupWarnings, hoursOf, partOfHour, type WarningGroup } from './group-simulation.ts';

interface SimulationPanelProps {
  simulation: ClockSimulation;
  items: readonly ClockItemRow[];
  zone: string;
}

export function SimulationPanel({ simulation, items, zone }: SimulationPanelProps) {
  const groups = groupWarnings(simulation.warnings);
  const timeOf = (iso: string) => clockTime(new Date(iso), zone);
  const kindOf = (id: string | null) => {
    const item = items.find((one) => one.id === id);
    return item && `${kindLabel(item.kind)} ${timeInHour(item.second)}`;
  };
  const labelOf = ({ kind, count, first }: WarningGroup) =>
    warningLabel(kind, count, first.title ?? kindOf(first.item_id) ?? '');
  return (
    <Panel
      title={t('dashboard.hour_clock.simulation')}
      aside={t('dashboard.hour_clock.simulation_from_to', {
        from: timeOf(simulation.from),
        tracks: simulation.tracks.length,
      })}
      className="clock-simulation"
    >
      <div role="status">
        {groups.length === 0 ? (
          <p className="clock-good">{t('dashboard.hour_clock.every_rule_holds')}</p>
        ) : (
          <ul className="clock-warnings">
            {groups.map((group) => (
              <li key={`${group.kind} ${group.first.item_id}`}>
                <b>{labelOf(group)}</b>
                <span className="dash-quiet">
                  {t('dashboard.hour_clock.first_at', { time: timeOf(group.first.at) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="clock-hours">
        {hoursOf(simulation).map(({ startsMs, tracks, before }) => (
          <details key={startsMs}>
            <summary>
              <time>{clockTime(new Date(startsMs), zone)}</time>
              <HourStrip startsMs={startsMs} tracks={before ? [before, ...tracks] : tracks} />
              <span className="dash-quiet">
                {t('dashboard.hour_clock.tracks_and_items', {
                  tracks: tracks.filter(({ why }) => why !== 'clock').length,
                  items: tracks.filter(({ why }) => why === 'clock').length,
                })}
              </span>
            </summary>
            <ol>
              {tracks.map((track) => (
                <li key={track.starts_at} data-clock={track.why === 'clock' || undefined}>
                  <time>{secondTime(track.starts_at, zone)}</time>
                  <RowText title={track.title}>{track.artist}</RowText>
                  <span className="dash-quiet">
                    {[kindOf(track.item_id), track.is_cut && t('dashboard.hour_clock.faded_out_early')]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </li>
              ))}
            </ol>
          </details>
        ))}
      </div>
    </Panel>
  );
}

/** Music as open ground, what the clock plays as rules in the station's green. */
function HourStrip({ startsMs, tracks }: { startsMs: number; tracks: SimulatedTrack[] }) {
  return (
    <svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">
      {tracks.map((track) => {
        const { x, width } = partOfHour(track, startsMs);
        const isClock = track.why === 'clock';
        return (
          <rect
            key={track.starts_at}
            className={isClock ? 'clock-strip-item' : 'clock-strip-track'}
            x={x}
            width={isClock ? Math.max(6, width) : Math.max(1, width - 2)}
            height={20}
          />
        );
      })}
    </svg>
  );
}

function secondTime(iso: string, zone: string): string {
  const moment = new Date(iso);
  return `${clockTime(moment, zone)}:${String(moment.getUTCSeconds()).padStart(2, '0')}`;
}
