// Before the show: name, microphone, and whether it is heard.

import { type FormEvent, useId } from 'react';
import { VoiceMeter } from '#app/features/radio-guests/voice-meter.tsx';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { MAX_GUEST_NAME } from '#contracts/radio-guests.ts';
import { MicrophoneCheck } from './microphone-check.tsx';
import type { Guest } from './use-guest.ts';

export function GuestForm({ guest, token }: { guest: Guest; token: string }) {
  const { microphone, news, problem } = guest;
  const statusId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (!microphone) void guest.open();
    else if (token) void guest.join(token, name);
  };
  return (
    <form className="form" onSubmit={submit} aria-describedby={statusId}>
      <p role="status" id={statusId} className="form-thanks">
        {news?.state === 'ended' ? news.reason : ''}
      </p>
      <Field label={t('site.radio_guest.your_name')} hint={t('site.radio_guest.the_host_sees_it')} required>
        <Input name="name" maxLength={MAX_GUEST_NAME} autoComplete="name" />
      </Field>
      {microphone && (
        <>
          <MicrophoneField guest={guest} />
          <div className="guest-level">
            <VoiceMeter label={t('site.radio_guest.your_level')} read={microphone.readPeak} />
            <MicrophoneCheck read={microphone.readPeak} />
          </div>
        </>
      )}
      {problem && (
        <p className="form-error" role="alert">
          {problem}
        </p>
      )}
      <Button variant="primary" size="lg" type="submit">
        {microphone ? t('site.radio_guest.join_the_show') : t('site.radio_guest.turn_on_microphone')}
      </Button>
    </form>
  );
}

function MicrophoneField({ guest: { microphone, microphones, open } }: { guest: Guest }) {
  const current = microphones.find(({ name }) => name === microphone?.name);
  return (
    <Field label={t('site.radio_guest.microphone')}>
      <Select
        value={current?.id}
        onChange={(event) => void open(event.currentTarget.value)}
        options={microphones.map(({ id, name }) => [id, name])}
      />
    </Field>
  );
}
