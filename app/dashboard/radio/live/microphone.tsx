// What everyone who speaks from a browser sees: how to turn the microphone on, which one it is, whether it is loud enough.

import { type ReactNode, useEffect, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { LevelMeters } from '../air/level-meters.tsx';
import { judgeLevel } from '../air/meter-scale.ts';
import type { Mixer } from './mixer.ts';
import type { Broadcaster } from './use-broadcast.ts';

interface MicrophoneProps {
  broadcaster: Broadcaster;
  slot: string;
  /** Before the microphone is on. */
  intro: string;
  /** Below the level, while it is on. */
  children: ReactNode;
}

export function Microphone({ broadcaster, slot, intro, children }: MicrophoneProps) {
  const { mixer, news, problem } = broadcaster;
  return (
    <div className="live-broadcast" data-slot={slot} data-state={news?.state ?? (mixer ? 'ready' : 'closed')}>
      {mixer ? (
        <>
          <MicrophoneChoice broadcaster={broadcaster} />
          <LevelMeters label={t('dashboard.radio.audio_level')} read={mixer.readPeaks} />
          {!broadcaster.isMuted && <LevelWord mixer={mixer} />}
          {children}
        </>
      ) : (
        <>
          <p>{intro}</p>
          <Button variant="primary" onClick={() => void broadcaster.open()}>
            {t('dashboard.radio.turn_on_microphone')}
          </Button>
        </>
      )}
      {problem && (
        <p className="form-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Another microphone needs another mixer, so it cannot be changed while live. */
function MicrophoneChoice({ broadcaster }: { broadcaster: Broadcaster }) {
  const { mixer, microphones, isLive } = broadcaster;
  const current = microphones.find(({ name }) => name === mixer?.microphone);
  if (isLive || microphones.length < 2) return <p>{mixer?.microphone}</p>;
  return (
    <Field label={t('dashboard.radio.microphone')}>
      <Select
        value={current?.id}
        onChange={(event) => void broadcaster.open(event.currentTarget.value)}
        options={microphones.map(({ id, name }) => [id, name])}
      />
    </Field>
  );
}

const JUDGE_MS = 1500;

/** The loudest of the last moments decides, so that a pause between words changes nothing. */
function LevelWord({ mixer }: { mixer: Mixer }) {
  const [level, setLevel] = useState<ReturnType<typeof judgeLevel> | 'checking'>('checking');
  useEffect(() => {
    let highest = -60;
    let sinceMs = performance.now();
    const timer = setInterval(() => {
      highest = Math.max(highest, ...mixer.readPeaks());
      if (performance.now() - sinceMs < JUDGE_MS) return;
      setLevel(judgeLevel(highest));
      highest = -60;
      sinceMs = performance.now();
    }, 100);
    return () => clearInterval(timer);
  }, [mixer]);
  return <p className="dash-quiet">{t(`dashboard.radio.level_${level}`)}</p>;
}
