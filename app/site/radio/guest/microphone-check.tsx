// Whether the microphone hears anything. The loudest of the last moments decides, so that a pause changes nothing.

import { useEffect, useState } from 'react';
import { SILENCE_DB } from '#app/features/radio-guests/voice-nodes.ts';
import { t } from '#app/language/messages.ts';

const READ_MS = 100;
const JUDGE_MS = 2500;
const SOUND_DB = -45;

export function MicrophoneCheck({ read }: { read(): number }) {
  const [hasSound, setSound] = useState(false);
  useEffect(() => {
    let highest = SILENCE_DB;
    let sinceMs = performance.now();
    const timer = setInterval(() => {
      highest = Math.max(highest, read());
      if (highest > SOUND_DB) setSound(true);
      if (performance.now() - sinceMs < JUDGE_MS) return;
      setSound(highest > SOUND_DB);
      highest = SILENCE_DB;
      sinceMs = performance.now();
    }, READ_MS);
    return () => clearInterval(timer);
  }, [read]);
  return (
    <p className="guest-check">
      {hasSound ? t('site.radio_guest.microphone_works') : t('site.radio_guest.microphone_hears_nothing')}
    </p>
  );
}
