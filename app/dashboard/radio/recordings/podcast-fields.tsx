// What the podcast offers beside the sound: chapters, a transcript, a cover of its own.

import { useState } from 'react';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { reportFailure } from '../../forms/report-failure.ts';
import { useBusy } from '../../forms/use-busy.ts';
import { ownApi } from '../../own-api.ts';
import { sendFile } from '../send-file.ts';
import { type Chapter, chaptersText } from './chapters.ts';

const MAX_COVER_BYTES = 4 * 2 ** 20;
const MAX_TRANSCRIPT_BYTES = 1_000_000;

interface PodcastFieldsProps {
  id: string;
  chapters: Chapter[];
  transcript: string;
  cover: string | null;
  /** A line of the chapters that is none. */
  wrongLine: string | undefined;
  onCover(): void;
}

export function PodcastFields(props: PodcastFieldsProps) {
  const { id, chapters, cover, wrongLine, onCover } = props;
  const [transcript, setTranscript] = useState(props.transcript);
  const readTranscript = async ([file]: File[]) => {
    if (file) setTranscript(await file.text());
  };
  return (
    <>
      <Field
        label={t('dashboard.radio.chapters')}
        hint={t('dashboard.radio.chapters_hint')}
        error={wrongLine && t('dashboard.radio.not_a_chapter', { line: wrongLine })}
      >
        <Textarea
          name="chapters"
          defaultValue={chaptersText(chapters)}
          rows={5}
          spellCheck={false}
          dir="auto"
        />
      </Field>
      <Field label={t('dashboard.radio.transcript')} hint={t('dashboard.radio.transcript_hint')}>
        <Textarea
          name="transcript"
          value={transcript}
          onChange={({ currentTarget }) => setTranscript(currentTarget.value)}
          rows={5}
          maxLength={1_000_000}
          dir="auto"
        />
      </Field>
      <FileDrop
        label={t('dashboard.radio.transcript_file')}
        accept=".vtt,.srt,.txt"
        maxBytes={MAX_TRANSCRIPT_BYTES}
        onFiles={(files) => void readTranscript(files)}
      />
      <EpisodeCover id={id} cover={cover} onChange={onCover} />
    </>
  );
}

function EpisodeCover({ id, cover, onChange }: { id: string; cover: string | null; onChange(): void }) {
  const [isBusy, run] = useBusy();
  const save = async ([file]: File[]) => {
    if (!file) return;
    try {
      await sendFile(`/radio/recordings/${id}/cover`, file, { method: 'PUT' });
      onChange();
    } catch (reason) {
      reportFailure(describeReason(reason));
    }
  };
  const remove = () =>
    run(async () => {
      await ownApi(`/radio/recordings/${id}/cover`, { method: 'DELETE' });
      onChange();
    });
  return (
    <div className="episode-cover">
      {cover && (
        <img src={`/radio/covers/${cover}`} alt={t('dashboard.radio.episode_cover')} width={96} height={96} />
      )}
      <FileDrop
        label={t('dashboard.radio.episode_cover')}
        hint={t('dashboard.radio.episode_cover_hint')}
        accept="image/jpeg,image/png,image/webp"
        maxBytes={MAX_COVER_BYTES}
        onFiles={(files) => void save(files)}
      />
      {cover && (
        <LinkButton busy={isBusy} onClick={() => void remove()}>
          {t('dashboard.radio.remove_cover')}
        </LinkButton>
      )}
    </div>
  );
}
