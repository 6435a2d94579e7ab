// The sound of a work: uploads a file, shows its length, removes it. The file is named by the draft once it is saved.

import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { formatLength } from '#app/language/format-length.ts';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { FieldSet } from '#app/ui/field.tsx';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import type { ContentFields } from '#contracts/draft.ts';

const BUCKET = 'sounds';
const MAX_BYTES = 50 * 2 ** 20;
const CACHE_SECONDS = 365 * 24 * 3600;
/** What every browser plays, by the type that browsers give it. */
const FORMATS: Record<string, { extension: string; type: string }> = {
  'audio/mpeg': { extension: 'mp3', type: 'audio/mpeg' },
  'audio/mp4': { extension: 'm4a', type: 'audio/mp4' },
  'audio/x-m4a': { extension: 'm4a', type: 'audio/mp4' },
  'audio/ogg': { extension: 'ogg', type: 'audio/ogg' },
  'audio/wav': { extension: 'wav', type: 'audio/wav' },
  'audio/x-wav': { extension: 'wav', type: 'audio/wav' },
};

type Sound = Pick<ContentFields, 'sound_path' | 'sound_duration_ms'>;

interface SoundFieldProps {
  fields: Sound;
  onChange(patch: Sound): void;
}

export function SoundField({ fields, onChange }: SoundFieldProps) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const send = async (file: File) => {
    setSending(true);
    setError(undefined);
    try {
      const sound_duration_ms = await readDuration(file);
      onChange({ sound_path: await sendSound(file), sound_duration_ms });
    } catch (reason) {
      setError(describeReason(reason));
    }
    setSending(false);
  };
  const durationMs = fields.sound_duration_ms;
  return (
    <FieldSet legend={t('dashboard.content.sound')} hint={t('dashboard.content.sound_hint')} error={error}>
      {durationMs ? (
        <p className="media-picker-actions">
          <span>{t('dashboard.content.sound_length', { duration: formatLength(durationMs) })}</span>
          <LinkButton onClick={() => onChange({ sound_path: null, sound_duration_ms: null })}>
            {t('dashboard.content.remove_sound')}
          </LinkButton>
        </p>
      ) : null}
      <FileDrop
        label={
          isSending
            ? t('dashboard.content.uploading_sound')
            : durationMs
              ? t('dashboard.content.replace_sound')
              : t('dashboard.content.add_sound')
        }
        accept={Object.keys(FORMATS).join(',')}
        maxBytes={MAX_BYTES}
        disabled={isSending}
        onFiles={([file]) => file && void send(file)}
      />
    </FieldSet>
  );
}

/** Fails if the browser cannot play the file. */
async function readDuration(file: File): Promise<number> {
  const url = URL.createObjectURL(file);
  try {
    return await new Promise<number>((resolve, reject) => {
      const audio = new Audio();
      audio.preload = 'metadata';
      audio.addEventListener('loadedmetadata', () => {
        if (Number.isFinite(audio.duration) && audio.duration > 0) resolve(Math.ceil(audio.duration * 1000));
        else reject(new Error(t('dashboard.content.sound_cannot_be_played')));
      });
      audio.addEventListener('error', () => reject(new Error(t('dashboard.content.sound_cannot_be_played'))));
      audio.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function sendSound(file: File): Promise<string> {
  const format = FORMATS[file.type];
  if (!format) throw new Error(t('dashboard.content.sound_cannot_be_played'));
  const client = await backend();
  const path = `${crypto.randomUUID()}/${crypto.randomUUID().replaceAll('-', '')}.${format.extension}`;
  await dataOf(
    client.storage
      .from(BUCKET)
      .upload(path, file, { contentType: format.type, cacheControl: String(CACHE_SECONDS) }),
  );
  return path;
}
