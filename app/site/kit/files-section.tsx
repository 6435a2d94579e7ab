// Files dropped or chosen here are read in the browser, byte by byte, and sent nowhere: the progress is real.
import { useRef, useState } from 'react';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { FileList, type FileListItem } from '#app/ui/file-drop/file-list.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { KitSection } from './kit-section.tsx';

const MAX_BYTES = 200_000_000;

export function FilesSection() {
  const [items, setItems] = useState<FileListItem[]>([]);
  const removed = useRef(new Set<string>());
  const lastNumber = useRef(0);

  const change = (id: string, patch: Partial<FileListItem>) =>
    setItems((before) => before.map((item) => (item.id === id ? { ...item, ...patch } : item)));

  async function read(id: string, file: File) {
    try {
      const reader = file.stream().getReader();
      let readBytes = 0;
      for (let step = await reader.read(); !step.done; step = await reader.read()) {
        if (removed.current.has(id)) return await reader.cancel();
        readBytes += step.value.byteLength;
        change(id, { sentBytes: readBytes });
      }
    } catch {
      change(id, { error: 'The file could not be read. It may have been moved.' });
    }
  }

  function add(files: File[]) {
    for (const file of files) {
      lastNumber.current += 1;
      const id = `file-${lastNumber.current}`;
      setItems((before) => [...before, { id, name: file.name, sizeBytes: file.size, sentBytes: 0 }]);
      void read(id, file);
    }
  }

  return (
    <KitSection
      id="files"
      title="Files and progress"
      note="packed ticks are done, open ticks remain"
      shiftPx={-300}
    >
      <div className="grid-12">
        <FileDrop
          className="span-7"
          label="Recordings and pictures"
          hint="WAV, FLAC, MP3, JPEG or PNG, up to 200 MB each. Read in your browser, not uploaded."
          accept="audio/*,image/jpeg,image/png"
          maxBytes={MAX_BYTES}
          multiple
          onFiles={add}
        >
          <FileList
            items={items}
            aria-label="Files"
            onRemove={(id) => {
              removed.current.add(id);
              setItems((before) => before.filter((item) => item.id !== id));
            }}
          />
        </FileDrop>
        <div className="kit-stack from-8">
          {[8, 64, 100].map((percent) => (
            <div key={percent} className="field">
              <span className="field-label" aria-hidden="true">
                Slipway, ice.wav
              </span>
              <Progress label={`Uploading Slipway, ice.wav, example at ${percent} %`} value={percent} />
              <span className="field-hint">
                {percent === 100
                  ? 'Done'
                  : `${percent} %, about ${Math.round((100 - percent) / 2)} seconds left`}
              </span>
            </div>
          ))}
          <div className="field">
            <span className="field-label" aria-hidden="true">
              Measuring loudness
            </span>
            <Progress label="Measuring loudness" value={null} />
            <span className="field-hint">Time left is not known yet</span>
          </div>
        </div>
      </div>
    </KitSection>
  );
}
