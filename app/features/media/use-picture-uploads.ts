// Uploads many pictures, two at a time, with progress; a rejected one shows the reason and can be retried.
import { useEffect, useRef, useState } from 'react';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import type { FileListItem } from '#app/ui/file-drop/file-list.tsx';
import type { Media } from '#contracts/media.ts';
import { addPicture } from './send-picture.ts';

const AT_A_TIME = 2;

export interface PictureUploads {
  items: FileListItem[];
  take(files: File[]): void;
  retry(id: string): void;
  forget(id: string): void;
}

export function usePictureUploads(onAdded: (media: Media) => void): PictureUploads {
  const [items, setItems] = useState<FileListItem[]>([]);
  const files = useRef(new Map<string, File>());
  const waiting = useRef<string[]>([]);
  const running = useRef(0);
  const added = useRef(onAdded);
  useEffect(() => {
    added.current = onAdded;
  });
  const change = (id: string, patch: Partial<FileListItem>) =>
    setItems((before) => before.map((item) => (item.id === id ? { ...item, ...patch } : item)));

  const next = async (): Promise<void> => {
    const id = waiting.current.shift();
    const file = id === undefined ? undefined : files.current.get(id);
    if (id === undefined || !file) return;
    running.current++;
    try {
      // Sent, but not finished before its row is saved: 100 % is only reported at the end.
      const onProgress = (sent: number) => change(id, { sentBytes: Math.min(sent, file.size - 1) });
      const media = await addPicture(file, onProgress);
      change(id, { sentBytes: file.size });
      files.current.delete(id);
      added.current(media);
    } catch (reason) {
      change(id, { error: describeReason(reason) });
    }
    running.current--;
    return next();
  };
  const begin = (ids: string[]) => {
    waiting.current.push(...ids);
    while (running.current < AT_A_TIME && waiting.current.length > 0) void next();
  };
  return {
    items,
    take(taken) {
      const list = taken.map((file) => ({ id: crypto.randomUUID(), file }));
      for (const { id, file } of list) files.current.set(id, file);
      setItems((before) => [
        ...before,
        ...list.map(({ id, file }) => ({ id, name: file.name, sizeBytes: file.size, sentBytes: null })),
      ]);
      begin(list.map(({ id }) => id));
    },
    retry(id) {
      change(id, { error: undefined, sentBytes: null });
      begin([id]);
    },
    forget(id) {
      waiting.current = waiting.current.filter((other) => other !== id);
      files.current.delete(id);
      setItems((before) => before.filter((item) => item.id !== id));
    },
  };
}
