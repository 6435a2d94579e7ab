// A level meter; the last segments warn of distortion.

import { useEffect, useRef } from 'react';
import { t } from '#app/language/messages.ts';

const FLOOR_DB = -48;
const FALL_A_FRAME = 0.02;

export function LevelMeter({ peak }: { peak(): number }) {
  const bar = useRef<HTMLDivElement>(null);
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    let shown = 0;
    let request = requestAnimationFrame(function draw() {
      request = requestAnimationFrame(draw);
      const db = 20 * Math.log10(Math.max(1e-6, peak()));
      const share = Math.min(1, Math.max(0, 1 - db / FLOOR_DB));
      shown = Math.max(share, shown - FALL_A_FRAME);
      bar.current?.style.setProperty('--level', `${(shown * 100).toFixed(1)}%`);
      if (meter.current) meter.current.value = Math.round(shown * 100);
    });
    return () => cancelAnimationFrame(request);
  }, [peak]);
  return (
    <>
      <div ref={bar} className="level-meter" aria-hidden="true" />
      <meter
        ref={meter}
        className="sr-only"
        min={0}
        max={100}
        aria-label={t('dashboard.radio.audio_level')}
      />
    </>
  );
}
