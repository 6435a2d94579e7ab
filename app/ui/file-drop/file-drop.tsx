// An area to drop or choose files: one native file input, so that keyboard, screen reader and phone work. Passes
// accepted files to the caller and explains the rejected ones. The caller uploads.

import { clsx } from 'clsx';
import { type ComponentProps, type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { FieldError, FieldHint } from '../field.tsx';
import { type FileRules, judgeFiles, type RejectedFile } from './judge-files.ts';

type FileDropProps = Omit<ComponentProps<'div'>, 'onDrop'> &
  FileRules & {
    label: ReactNode;
    hint?: ReactNode;
    name?: string;
    disabled?: boolean;
    onFiles: (files: File[]) => void;
  };

export function FileDrop({
  label,
  hint,
  name,
  accept,
  maxBytes,
  multiple = false,
  disabled = false,
  onFiles,
  className,
  children,
  ...props
}: FileDropProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [rejected, setRejected] = useState<RejectedFile[]>([]);
  // Entering a child fires leave on the parent: count, or the zone flickers.
  const depth = useRef(0);

  function take(files: FileList | null) {
    const judged = judgeFiles([...(files ?? [])], { accept, maxBytes, multiple });
    setRejected(judged.rejected);
    if (judged.accepted.length > 0) onFiles(judged.accepted);
  }

  function enter(event: DragEvent) {
    if (disabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current += 1;
    setIsOver(true);
  }

  function leave() {
    depth.current = Math.max(0, depth.current - 1);
    if (depth.current === 0) setIsOver(false);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    depth.current = 0;
    setIsOver(false);
    if (!disabled) take(event.dataTransfer.files);
  }

  return (
    <div data-slot="file-drop" className={clsx('file-drop', className)} {...props}>
      <label
        className="file-drop-zone"
        htmlFor={id}
        data-state={isOver ? 'over' : disabled ? 'disabled' : 'idle'}
        onDragEnter={enter}
        onDragOver={(event) => event.preventDefault()}
        onDragLeave={leave}
        onDrop={drop}
      >
        <input
          id={id}
          type="file"
          name={name}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          className="sr-only"
          aria-describedby={clsx(rejected.length > 0 && `${id}-rejected`, hint && `${id}-hint`) || undefined}
          onChange={(event) => {
            take(event.currentTarget.files);
            // Choosing the same file again must count as a change.
            event.currentTarget.value = '';
          }}
        />
        <span className="file-drop-label">{label}</span>
        <span className="file-drop-how" aria-hidden="true">
          {isOver ? t('shared.ui.drop_files_to_add_them') : t('shared.ui.drop_files_here_or_choose')}
        </span>
      </label>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      <div id={`${id}-rejected`} role="alert" className="file-drop-rejected">
        {rejected.map((file) => (
          <FieldError key={file.name}>
            <b>{file.name}</b> {file.reason}
          </FieldError>
        ))}
      </div>
      {children}
    </div>
  );
}
