// Going live: from this browser, or with the settings for another program.

import { useState } from 'react';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import type { NowPlaying } from '#contracts/radio.ts';
import { Panel } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import { BrowserSource } from './browser-source.tsx';
import { ProgramSource } from './program-source.tsx';
import type { Broadcaster } from './use-broadcast.ts';

const WAYS = ['browser', 'program'] as const;

interface GoLivePanelProps {
  broadcaster: Broadcaster;
  air: NowPlaying | null;
  isStaff: boolean;
}

export function GoLivePanel({ broadcaster, air, isStaff }: GoLivePanelProps) {
  const { zone } = useStudio().studio;
  const [way, setWay] = useState<(typeof WAYS)[number]>('browser');
  const next = air?.nextShow;
  return (
    <Panel
      className="room-box"
      title={t('dashboard.radio.go_live')}
      aside={
        next &&
        t('dashboard.radio.next_show_at', {
          title: next.title,
          time: clockTime(new Date(next.startsAt), zone),
        })
      }
    >
      <div className="go-live">
        <fieldset className="go-live-ways">
          <legend className="sr-only">{t('dashboard.radio.go_live_from')}</legend>
          {WAYS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={way === one}
              disabled={broadcaster.isLive}
              onClick={() => setWay(one)}
            >
              {t(`dashboard.radio.way_${one}`)}
            </button>
          ))}
        </fieldset>
        {way === 'browser' ? <BrowserSource broadcaster={broadcaster} /> : <ProgramSource />}
        <p className="dash-quiet">
          {isStaff
            ? t('dashboard.radio.staff_can_go_live_at_any')
            : t('dashboard.radio.you_can_go_live_during_your')}
        </p>
      </div>
    </Panel>
  );
}
