// The audio of the online class that is on, or that begins soon.

import { ClassAudio } from '#app/features/class-audio/class-audio.tsx';
import { pickAudioDate } from '#app/features/class-audio/pick-audio-date.ts';
import { contentText } from '#app/language/content-text.ts';
import { clockTime } from '#app/language/format-time.ts';
import type { Marks } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
import { useRadioPlayer } from '#app/shell/radio-player/use-radio-player.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';

interface OwnAudioProps {
  /** Those online with a confirmed place, until their audio closes; the nearest first. */
  dates: {
    sessionId: string;
    startsAt: string;
    endsAt: string;
    offering: ({ title: string } & Marks) | null;
  }[];
  now: Date;
}

const SOON_MS = 12 * 3_600_000;

export function OwnAudio({ dates, now }: OwnAudioProps) {
  const { zone } = useStudio().studio;
  const isRadioPlaying = useRadioPlayer(({ playing }) => playing);
  const soon = dates.filter(({ startsAt }) => Date.parse(startsAt) < now.getTime() + SOON_MS);
  const date = pickAudioDate(soon, ({ startsAt, endsAt }) => [startsAt, endsAt], now);
  if (!date) return null;
  return (
    <Panel
      title={t('shared.booking.class_audio')}
      aside={
        <>
          {contentText(date.offering, 'title')}, {clockTime(new Date(date.startsAt), zone)}
        </>
      }
    >
      <ClassAudio
        key={date.sessionId}
        sessionId={date.sessionId}
        zone={zone}
        isOtherPlaying={isRadioPlaying}
        onPlay={radioPlayer.pause}
      />
    </Panel>
  );
}
