// Going live from the browser: microphone, tab sound, level, title. Leaving the page asks first while live.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { Panel } from '../../layout/page.tsx';
import { type Broadcast, type BroadcastNews, canBroadcast, startBroadcast } from './broadcast.ts';
import { LevelMeter } from './level-meter.tsx';
import { type Mixer, openMixer } from './mixer.ts';

const stateLabels = {
  connecting: 'dashboard.radio.connecting',
  waiting: 'dashboard.radio.connected_on_air_soon',
  'on-air': 'dashboard.radio.you_are_live',
  reconnecting: 'dashboard.radio.reconnecting',
  ended: 'dashboard.radio.show_has_ended',
} as const satisfies Record<BroadcastNews['state'], string>;

const offAirQuestion = () => ({
  title: t('dashboard.radio.end_the_show_and_leave'),
  content: t('dashboard.radio.leaving_ends_your_show'),
  confirmText: t('dashboard.radio.end_show_and_leave'),
  cancelText: t('dashboard.radio.stay_live'),
});

export function BrowserBroadcast({ onEnded }: { onEnded(): void }) {
  const [mixer, setMixer] = useState<Mixer | null>(null);
  const [news, setNews] = useState<BroadcastNews | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasTab, setTab] = useState(false);
  const broadcast = useRef<Broadcast | null>(null);
  const isLive = news !== null && news.state !== 'ended';

  useEffect(
    () => () => {
      broadcast.current?.end();
      mixer?.close();
    },
    [mixer],
  );
  useUnsavedGuard(isLive, offAirQuestion);

  const open = async () => {
    if (!canBroadcast()) return setProblem(formatMicrophone(null));
    setProblem(null);
    try {
      setMixer(await openMixer(null));
    } catch (reason) {
      setProblem(formatMicrophone(reason));
    }
  };
  const goLive = () => {
    if (!mixer) return;
    // Avoid feedback: stop the player, or the microphone would record the show itself.
    radioPlayer.pause();
    broadcast.current = startBroadcast(mixer.stream, (update) => {
      setNews(update);
      if (update.state === 'ended') onEnded();
    });
  };
  const addTab = async () => {
    if (!mixer) return;
    setProblem(null);
    try {
      await mixer.addTab();
      setTab(true);
    } catch (reason) {
      setProblem(describeReason(reason));
    }
  };
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    broadcast.current?.setTitle(String(new FormData(event.currentTarget).get('title') ?? '').trim());
  };
  return (
    <Panel
      title={t('dashboard.radio.go_live_from_this_browser')}
      aside={isLive && <Badge tone="live">{t('dashboard.radio.live')}</Badge>}
    >
      <div
        className="live-broadcast"
        data-slot="live-broadcast"
        data-state={news?.state ?? (mixer ? 'ready' : 'closed')}
      >
        {!mixer ? (
          <>
            <p>{t('dashboard.radio.put_on_headphones_then_turn_on')}</p>
            <Button variant="secondary" onClick={open}>
              {t('dashboard.radio.turn_on_microphone')}
            </Button>
          </>
        ) : (
          <>
            <LevelMeter peak={mixer.peak} />
            <p role="status" className="live-state">
              {news ? t(stateLabels[news.state]) : t('dashboard.radio.the_microphone_is_on_you_are')}{' '}
              {news?.reason}
            </p>
            <div className="live-actions">
              {isLive ? (
                <Button variant="destructive" onClick={() => broadcast.current?.end()}>
                  {t('dashboard.radio.end_show')}
                </Button>
              ) : (
                <Button variant="primary" onClick={goLive}>
                  {t('dashboard.radio.go_live')}
                </Button>
              )}
              {!hasTab && (
                <Button variant="tertiary" onClick={addTab}>
                  {t('dashboard.radio.add_tab_audio')}
                </Button>
              )}
              {!isLive && (
                <Button variant="text" onClick={() => setMixer(null)}>
                  {t('dashboard.radio.turn_off_microphone')}
                </Button>
              )}
            </div>
            {isLive && (
              <form className="rename" onSubmit={rename}>
                <Field label={t('dashboard.radio.title_for_listeners')}>
                  <Input name="title" maxLength={200} autoComplete="off" />
                </Field>
                <Button variant="tertiary" type="submit">
                  {t('dashboard.radio.set_title')}
                </Button>
              </form>
            )}
          </>
        )}
        {problem && (
          <p className="form-error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Panel>
  );
}

function formatMicrophone(reason: unknown): string {
  if (!canBroadcast()) return t('dashboard.radio.this_browser_cannot_send_audio_use');
  const name = reason instanceof DOMException ? reason.name : '';
  if (name === 'NotAllowedError') return t('dashboard.radio.microphone_access_was_denied_allow_it');
  if (name === 'NotFoundError') return t('dashboard.radio.no_microphone_found_connect_one_and');
  return describeReason(reason);
}
