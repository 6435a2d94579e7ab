// Meters of the left and right channel with a mark that holds the peak, and the value beside each.

import { useEffect, useRef } from 'react';
import { t } from '#app/language/messages.ts';
import { FLOOR_DB, formatDecibels, formatLevel, METER_MARKS, meterShare } from './meter-scale.ts';

const FALL_DB_PER_S = 24;
const HOLD_MS = 1500;
const WRITE_MS = 250;

interface Channel {
  shownDb: number;
  heldDb: number;
  heldMs: number;
}

/** `read` gives the peaks in decibels, left and right; null while nothing is known. */
export function LevelMeters({
  label,
  read,
  hasScale = false,
}: {
  label: string;
  read(): [number, number] | null;
  hasScale?: boolean;
}) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const tracks = [...(frame.current?.querySelectorAll<HTMLElement>('.vu-track') ?? [])];
    const values = [...(frame.current?.querySelectorAll<HTMLElement>('.vu-value') ?? [])];
    const channels = tracks.map((): Channel => ({ shownDb: FLOOR_DB, heldDb: FLOOR_DB, heldMs: 0 }));
    let lastMs = performance.now();
    let writtenMs = 0;
    let request = requestAnimationFrame(function draw(nowMs) {
      request = requestAnimationFrame(draw);
      const fallDb = (FALL_DB_PER_S * Math.max(0, nowMs - lastMs)) / 1000;
      lastMs = nowMs;
      const peaks = read();
      for (const [index, channel] of channels.entries()) {
        const db = peaks?.[index as 0 | 1] ?? FLOOR_DB;
        channel.shownDb = Math.max(db, channel.shownDb - fallDb, FLOOR_DB);
        if (db >= channel.heldDb || nowMs - channel.heldMs > HOLD_MS) {
          channel.heldDb = Math.max(db, channel.shownDb);
          channel.heldMs = nowMs;
        }
        tracks[index]?.style.setProperty('--level', percent(channel.shownDb));
        tracks[index]?.style.setProperty('--held', percent(channel.heldDb));
      }
      if (nowMs - writtenMs < WRITE_MS) return;
      writtenMs = nowMs;
      for (const [index, { heldDb }] of channels.entries()) {
        const value = values[index];
        if (value) value.textContent = formatLevel(peaks ? heldDb : null);
      }
    });
    return () => cancelAnimationFrame(request);
  }, [read]);
  return (
    <figure ref={frame} className="vu" aria-label={label}>
      {[t('dashboard.radio.left_channel'), t('dashboard.radio.right_channel')].map((name) => (
        <div className="vu-channel" key={name}>
          <abbr title={name}>{name.slice(0, 1)}</abbr>
          <span className="vu-track" aria-hidden="true">
            <i />
            <u />
          </span>
          <span className="vu-value" />
        </div>
      ))}
      {hasScale && (
        <svg className="vu-scale" aria-hidden="true" focusable="false">
          {METER_MARKS.map(([db, share]) => (
            <text
              key={db}
              x={`${share * 100}%`}
              y="0.8em"
              textAnchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}
            >
              {formatDecibels(db)}
            </text>
          ))}
        </svg>
      )}
    </figure>
  );
}

function percent(db: number): string {
  return `${(meterShare(db) * 100).toFixed(1)}%`;
}
