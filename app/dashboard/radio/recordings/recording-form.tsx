// The texts of a recording, and what its podcast offers beside the sound.

import { type FormEvent, useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { transcriptType } from '#contracts/transcript.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { useBusy } from '../../forms/use-busy.ts';
import { useFormGuard } from '../../forms/use-unsaved-guard.ts';
import { InLanguages } from '../../languages/in-languages.tsx';
import { EPISODE_TEXTS } from '../../languages/text-fields.ts';
import { FormEnd } from '../form-end.tsx';
import { parseChapters } from './chapters.ts';
import { PodcastFields } from './podcast-fields.tsx';
import type { Recording } from './recording.ts';

interface RecordingFormProps {
  recording: Recording;
  onChange(): void;
  onSaved(): void;
}

export function RecordingForm({ recording, onChange, onSaved }: RecordingFormProps) {
  const [isBusy, run] = useBusy();
  const { onInput, markSaved } = useFormGuard();
  const [translations, setTranslations] = useState(recording.translations);
  const [wrongLine, setWrongLine] = useState<string>();
  const transcript = useTranscript(recording.id);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const { chapters, wrong } = parseChapters(text('chapters'));
    setWrongLine(wrong);
    if (wrong !== undefined) return;
    void run(async () => {
      const client = await backend();
      const spoken = text('transcript');
      const { error } = await client
        .from('radio_episodes')
        .update({
          title: text('title'),
          summary: text('summary'),
          translations,
          chapters,
          // Until it is loaded it cannot have been changed.
          ...(transcript !== null && { transcript: spoken, transcript_type: transcriptType(spoken) }),
        })
        .eq('id', recording.id);
      if (!reportFailure(error)) return;
      markSaved();
      onChange();
      onSaved();
    });
  };
  return (
    <form className="track-form recording-form" onSubmit={save} onInput={onInput}>
      <InLanguages
        row={recording}
        fields={EPISODE_TEXTS}
        translations={translations}
        onChange={setTranslations}
      >
        <Field label={t('dashboard.common.title')} required>
          <Input name="title" defaultValue={recording.title} maxLength={300} />
        </Field>
        <Field label={t('dashboard.common.summary')}>
          <Textarea name="summary" defaultValue={recording.summary} rows={3} maxLength={4000} />
        </Field>
      </InLanguages>
      {transcript !== null && (
        <PodcastFields
          id={recording.id}
          chapters={recording.chapters}
          transcript={transcript}
          cover={recording.cover_file}
          wrongLine={wrongLine}
          onCover={onChange}
        />
      )}
      <FormEnd isBusy={isBusy} />
    </form>
  );
}

/** Read when the form opens: a list with all transcripts would be large. */
function useTranscript(id: string): string | null {
  const [transcript, setTranscript] = useState<string | null>(null);
  useEffect(() => {
    let isLeft = false;
    void backend()
      .then((client) => client.from('radio_episodes').select('transcript').eq('id', id).single())
      .then(({ data, error }) => {
        if (!isLeft && reportFailure(error)) setTranscript(data?.transcript ?? '');
      });
    return () => {
      isLeft = true;
    };
  }, [id]);
  return transcript;
}
