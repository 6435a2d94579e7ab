// The level of one voice as a bar.

import { useEffect, useRef } from 'react';
import { SILENCE_DB } from './voice-nodes.ts';

const FALL_DB_PER_S = 36;

export function VoiceMeter({ label, read }: { label: string; read(): number }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    let shownDb = SILENCE_DB;
    let lastMs = performance.now();
    let request = requestAnimationFrame(function draw(nowMs) {
      request = requestAnimationFrame(draw);
      shownDb = Math.max(read(), shownDb - (FALL_DB_PER_S * Math.max(0, nowMs - lastMs)) / 1000);
      lastMs = nowMs;
      bar.current?.style.setProperty('--level', `${((1 - shownDb / SILENCE_DB) * 100).toFixed(1)}%`);
    });
    return () => cancelAnimationFrame(request);
  }, [read]);
  return (
    <figure ref={bar} className="voice-meter" data-slot="voice-meter" aria-label={label}>
      <i />
    </figure>
  );
}
