// The private audio of an online class, for someone with a place in it.

import { useEffect } from 'react';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { CLASS_AUDIO_MARGIN_MS, type ClassAudioBlock, type ClassAudioView } from '#contracts/class-audio.ts';
import { type ClassAudioState, useClassAudio } from './use-class-audio.ts';

interface ClassAudioProps {
  sessionId: string;
  zone: string;
  /** Of the secret link of a booking; without it the account is asked. */
  orderToken?: string;
  /** The radio plays: two things at once cannot be followed. */
  isOtherPlaying: boolean;
  /** Called when this begins to play. */
  onPlay(): void;
}

export function ClassAudio({ sessionId, zone, orderToken, isOtherPlaying, onPlay }: ClassAudioProps) {
  const state = useClassAudio(sessionId, orderToken);
  const { audio, view, problem, listening, listen, stop } = state;
  useEffect(() => {
    if (isOtherPlaying) stop();
  }, [isOtherPlaying, stop]);
  const isOn = listening !== 'off';
  return (
    <div
      className="class-audio no-print"
      data-slot="class-audio"
      data-state={listening}
      data-speaking={(view?.state === 'open' && view.is_speaking && !problem) || undefined}
    >
      <audio ref={audio} preload="none" hidden />
      <p role="status">{formatState(state, zone)}</p>
      {view?.state === 'open' && (
        <Button
          variant={isOn ? 'secondary' : 'primary'}
          onClick={() => {
            if (isOn) return stop();
            onPlay();
            listen();
          }}
        >
          {isOn
            ? t('shared.booking.stop_listening')
            : view.is_speaking || hasBegun(view)
              ? t('shared.booking.listen_to_the_class')
              : t('shared.booking.listen_when_it_starts')}
        </Button>
      )}
    </div>
  );
}

const blockedLabels: Record<ClassAudioBlock, () => string> = {
  place_is_listening: () => t('errors.radio.place_is_listening'),
  class_audio_full: () => t('errors.radio.class_audio_full'),
};

function formatState({ view, problem, listening }: ClassAudioState, zone: string): string {
  if (view?.blocked && listening !== 'playing') return blockedLabels[view.blocked]();
  if (listening === 'reconnecting') return t('shared.booking.class_audio_reconnecting');
  if (problem) return problem;
  if (!view) return t('shared.booking.class_audio_checking');
  if (view.state === 'over') return t('shared.booking.class_audio_over');
  if (view.state === 'early')
    return t('shared.booking.class_audio_opens_at', { time: clockTime(new Date(view.opens_at), zone) });
  if (listening === 'connecting') return t('shared.booking.class_audio_connecting');
  if (listening === 'playing')
    return view.is_speaking ? t('shared.booking.class_audio_you_hear_it') : silence(view, true);
  return view.is_speaking ? t('shared.booking.class_audio_speaking') : silence(view, false);
}

/** Before the class it has not started; later the teacher only pauses. */
function silence(view: ClassAudioView, isListening: boolean): string {
  if (hasBegun(view))
    return isListening
      ? t('shared.booking.class_audio_nobody_speaks_waiting')
      : t('shared.booking.class_audio_nobody_speaks');
  return isListening
    ? t('shared.booking.class_audio_not_started_waiting')
    : t('shared.booking.class_audio_not_started');
}

function hasBegun({ opens_at }: ClassAudioView): boolean {
  return Date.now() >= Date.parse(opens_at) + CLASS_AUDIO_MARGIN_MS;
}
