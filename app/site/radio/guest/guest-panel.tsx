// In the show: connected or not, on air or muted, the own level, and the way out.

import { useEffect, useRef } from 'react';
import { VoiceMeter } from '#app/features/radio-guests/voice-meter.tsx';
import { SILENCE_DB } from '#app/features/radio-guests/voice-nodes.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import type { GuestNews } from './join-show.ts';
import { MicrophoneCheck } from './microphone-check.tsx';
import type { Guest } from './use-guest.ts';

const readSilence = () => SILENCE_DB;

export function GuestPanel({ guest }: { guest: Guest }) {
  const { microphone, news } = guest;
  const status = useRef<HTMLDivElement>(null);
  // The form with the focused button is gone.
  useEffect(() => status.current?.focus(), []);
  const { air, title, text } = describe(news);
  const read = microphone?.readPeak ?? readSilence;
  return (
    <div className="guest-panel">
      <div
        ref={status}
        role="status"
        tabIndex={-1}
        className="guest-air"
        data-slot="guest-air"
        data-state={air}
      >
        <strong>{title}</strong>
        <span>{text}</span>
      </div>
      <div className="guest-level">
        <VoiceMeter label={t('site.radio_guest.your_level')} read={read} />
        <MicrophoneCheck read={read} />
      </div>
      <Button variant="secondary" size="lg" onClick={guest.leave}>
        {t('site.radio_guest.leave_the_show')}
      </Button>
    </div>
  );
}

interface Described {
  air: 'away' | 'waiting' | 'muted' | 'on-air';
  title: string;
  text: string;
}

function describe(news: GuestNews | null): Described {
  if (news?.state !== 'in')
    return news?.state === 'reconnecting'
      ? {
          air: 'away',
          title: t('site.radio_guest.reconnecting'),
          text: t('site.radio_guest.the_connection_is_lost'),
        }
      : { air: 'away', title: t('site.radio_guest.connecting'), text: '' };
  const { isHostHere, isMuted, isOnAir, isTalkback } = news.show;
  if (!isHostHere)
    return {
      air: 'waiting',
      title: t('site.radio_guest.connected'),
      text: t('site.radio_guest.the_host_is_away'),
    };
  const talkback = isTalkback ? t('site.radio_guest.the_host_talks_to_you') : null;
  if (isMuted)
    return {
      air: 'muted',
      title: t('site.radio_guest.muted'),
      text: talkback ?? t('site.radio_guest.only_the_host_hears_you'),
    };
  if (!isOnAir)
    return {
      air: 'waiting',
      title: t('site.radio_guest.connected'),
      text: talkback ?? t('site.radio_guest.the_show_is_not_on_air_yet'),
    };
  return {
    air: 'on-air',
    title: t('site.radio_guest.on_air'),
    text: talkback ?? t('site.radio_guest.listeners_hear_you'),
  };
}
