// The microphone of this browser: its level, tab audio, and the title that listeners see.

import { type FormEvent, useEffect, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { LevelMeters } from '../air/level-meters.tsx';
import { judgeLevel } from '../air/meter-scale.ts';
import type { BroadcastNews } from './broadcast.ts';
import { GuestsSection } from './guests-section.tsx';
import type { Mixer } from './mixer.ts';
import type { Broadcaster } from './use-broadcast.ts';

const stateLabels = {
  connecting: 'dashboard.radio.connecting',
  waiting: 'dashboard.radio.connected_on_air_soon',
  'on-air': 'dashboard.radio.you_are_live',
  reconnecting: 'dashboard.radio.reconnecting',
  ended: 'dashboard.radio.show_has_ended',
} as const satisfies Record<BroadcastNews['state'], string>;

export function BrowserSource({ broadcaster }: { broadcaster: Broadcaster }) {
  const { mixer, news, problem, isLive, hasTab } = broadcaster;
  return (
    <div
      className="live-broadcast"
      data-slot="live-broadcast"
      data-state={news?.state ?? (mixer ? 'ready' : 'closed')}
    >
      {mixer ? (
        <>
          <MicrophoneChoice broadcaster={broadcaster} />
          <LevelMeters label={t('dashboard.radio.audio_level')} read={mixer.readPeaks} />
          <LevelWord mixer={mixer} />
          <p role="status" className="live-state">
            {news ? t(stateLabels[news.state]) : t('dashboard.radio.the_microphone_is_on_you_are')}{' '}
            {news?.reason}
          </p>
          <div className="live-actions">
            {!isLive && (
              <Button variant="primary" onClick={broadcaster.goLive}>
                {t('dashboard.radio.go_live')}
              </Button>
            )}
            {!hasTab && (
              <Button variant="tertiary" size="sm" onClick={broadcaster.addTab}>
                {t('dashboard.radio.add_tab_audio')}
              </Button>
            )}
            {!isLive && (
              <Button variant="text" size="sm" onClick={broadcaster.close}>
                {t('dashboard.radio.turn_off_microphone')}
              </Button>
            )}
          </div>
          {isLive && <TitleForm onTitle={broadcaster.setTitle} />}
          <GuestsSection broadcaster={broadcaster} />
        </>
      ) : (
        <>
          <p>{t('dashboard.radio.put_on_headphones_then_turn_on')}</p>
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
  const [level, setLevel] = useState<ReturnType<typeof judgeLevel>>('silent');
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

function TitleForm({ onTitle }: { onTitle(title: string): void }) {
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onTitle(String(new FormData(event.currentTarget).get('title') ?? '').trim());
  };
  return (
    <form className="rename" onSubmit={rename}>
      <Field label={t('dashboard.radio.title_for_listeners')}>
        <Input name="title" maxLength={200} autoComplete="off" />
      </Field>
      <Button variant="tertiary" type="submit">
        {t('dashboard.radio.set_title')}
      </Button>
    </form>
  );
}
