// Uploads many files, two at a time, with progress and errors for each.

import { useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { FileList, type FileListItem } from '#app/ui/file-drop/file-list.tsx';
import { Select } from '#app/ui/select.tsx';
import { Panel } from '../../layout/page.tsx';
import { SOUND_FILES, sendFile } from '../send-file.ts';

const AT_A_TIME = 2;

export function UploadPanel({ onAdded }: { onAdded(): void }) {
  const [items, setItems] = useState<FileListItem[]>([]);
  const [kind, setKind] = useState<'music' | 'jingle'>('music');
  const waiting = useRef<{ id: string; file: File }[]>([]);
  const files = useRef(new Map<string, File>());
  const running = useRef(0);
  const change = (id: string, patch: Partial<FileListItem>) =>
    setItems((before) => before.map((item) => (item.id === id ? { ...item, ...patch } : item)));

  const next = async (): Promise<void> => {
    const one = waiting.current.shift();
    if (!one) return;
    running.current++;
    try {
      // Progress stays below 100 % until the station has read the file.
      const last = Math.max(0, one.file.size - 1);
      const onProgress = (sentBytes: number) => change(one.id, { sentBytes: Math.min(sentBytes, last) });
      await sendFile(`/radio/tracks?kind=${kind}`, one.file, { onProgress });
      change(one.id, { sentBytes: one.file.size });
      onAdded();
    } catch (reason) {
      change(one.id, { error: describeReason(reason) });
    }
    running.current--;
    return next();
  };
  const begin = (list: { id: string; file: File }[]) => {
    waiting.current.push(...list);
    while (running.current < AT_A_TIME && waiting.current.length > 0) void next();
  };
  const take = (taken: File[]) => {
    const list = taken.map((file) => ({ id: crypto.randomUUID(), file }));
    for (const { id, file } of list) files.current.set(id, file);
    setItems((before) => [
      ...before,
      ...list.map(({ id, file }) => ({ id, name: file.name, sizeBytes: file.size, sentBytes: null })),
    ]);
    begin(list);
  };
  return (
    <Panel title={t('dashboard.radio.add_music')} className="radio-upload">
      <Field label={t('dashboard.radio.type')}>
        <Select
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value === 'jingle' ? 'jingle' : 'music')}
        >
          <option value="music">{t('dashboard.radio.kind_music')}</option>
          <option value="jingle">{t('dashboard.radio.kind_jingles')}</option>
        </Select>
      </Field>
      <FileDrop
        label={t('dashboard.radio.audio_files')}
        hint={t('dashboard.radio.mp3_wav_flac_aac_m4a_ogg')}
        accept={SOUND_FILES}
        multiple
        onFiles={take}
      />
      <FileList
        items={items}
        onRetry={(id) => {
          const file = files.current.get(id);
          if (!file) return;
          change(id, { error: undefined, sentBytes: null });
          begin([{ id, file }]);
        }}
        onRemove={(id) => {
          waiting.current = waiting.current.filter((one) => one.id !== id);
          files.current.delete(id);
          setItems((before) => before.filter((item) => item.id !== id));
        }}
      />
    </Panel>
  );
}
