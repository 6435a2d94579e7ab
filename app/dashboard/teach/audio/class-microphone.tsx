// The microphone of a teacher: which one, how loud, whether the class hears it, and how many listen.

import { useMemo } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import type { BroadcastNews } from '../../radio/live/broadcast.ts';
import { Microphone } from '../../radio/live/microphone.tsx';
import { type OtherAudience, useBroadcast } from '../../radio/live/use-broadcast.ts';

const stateLabels = {
  connecting: 'dashboard.radio.connecting',
  waiting: 'dashboard.teach.connected_you_are_heard_soon',
  'on-air': 'dashboard.teach.you_speak_to_the_class',
  reconnecting: 'dashboard.radio.reconnecting',
  ended: 'dashboard.teach.speaking_has_ended',
} as const satisfies Record<BroadcastNews['state'], string>;

const nothing = () => {};

export function ClassMicrophone({ sessionId }: { sessionId: string }) {
  const audience = useMemo(
    (): OtherAudience => ({
      path: `/radio/live/class/${sessionId}`,
      endedText: () => t('dashboard.teach.you_stopped_speaking'),
      question: () => ({
        title: t('dashboard.teach.stop_speaking_and_leave'),
        content: t('dashboard.teach.leaving_ends_the_audio'),
        confirmText: t('dashboard.teach.stop_and_leave'),
        cancelText: t('dashboard.teach.keep_speaking'),
      }),
    }),
    [sessionId],
  );
  const broadcaster = useBroadcast(nothing, audience);
  const { news, isLive, isMuted } = broadcaster;
  return (
    <Microphone
      broadcaster={broadcaster}
      slot="class-microphone"
      intro={t('dashboard.teach.put_on_headphones_turn_on_microphone')}
    >
      <p role="status" className="live-state">
        {news?.state === 'ended' && news.reason
          ? news.reason
          : isMuted && news?.state === 'on-air'
            ? t('dashboard.teach.microphone_is_muted')
            : t(news ? stateLabels[news.state] : 'dashboard.teach.microphone_is_on_nobody_hears_you')}
      </p>
      {isLive && news?.listeners !== undefined && (
        <p>{t('dashboard.teach.people_listening', { count: news.listeners })}</p>
      )}
      <div className="live-actions">
        {isLive ? (
          <>
            <Button variant="destructive" onClick={broadcaster.end}>
              {t('dashboard.teach.stop_speaking')}
            </Button>
            <Button
              variant="tertiary"
              size="sm"
              aria-pressed={isMuted}
              onClick={() => broadcaster.setMuted(!isMuted)}
            >
              {isMuted ? t('dashboard.teach.unmute_microphone') : t('dashboard.teach.mute_microphone')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="primary" onClick={broadcaster.goLive}>
              {t('dashboard.teach.speak')}
            </Button>
            <Button variant="text" size="sm" onClick={broadcaster.close}>
              {t('dashboard.radio.turn_off_microphone')}
            </Button>
          </>
        )}
      </div>
    </Microphone>
  );
}
