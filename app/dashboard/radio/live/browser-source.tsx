// The microphone of this browser: its level, tab audio, and the title that listeners see.

import type { FormEvent } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import type { BroadcastNews } from './broadcast.ts';
import { GuestsSection } from './guests-section.tsx';
import { Microphone } from './microphone.tsx';
import type { Broadcaster } from './use-broadcast.ts';

const stateLabels = {
  connecting: 'dashboard.radio.connecting',
  waiting: 'dashboard.radio.connected_on_air_soon',
  'on-air': 'dashboard.radio.you_are_live',
  reconnecting: 'dashboard.radio.reconnecting',
  ended: 'dashboard.radio.show_has_ended',
} as const satisfies Record<BroadcastNews['state'], string>;

export function BrowserSource({ broadcaster }: { broadcaster: Broadcaster }) {
  const { news, isLive, hasTab } = broadcaster;
  return (
    <Microphone
      broadcaster={broadcaster}
      slot="live-broadcast"
      intro={t('dashboard.radio.put_on_headphones_then_turn_on')}
    >
      <p role="status" className="live-state">
        {news ? t(stateLabels[news.state]) : t('dashboard.radio.the_microphone_is_on_you_are')} {news?.reason}
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
    </Microphone>
  );
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
