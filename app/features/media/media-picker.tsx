// A form field for one picture of the library: shows the chosen picture, opens the library, removes the picture. With
// `name`, the picture's id is sent with the form; onChange reports every change.

import { useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { FieldSet } from '#app/ui/field.tsx';
import type { Media } from '#contracts/media.ts';
import { Picture } from './picture.tsx';
import type { PictureOptions } from './picture-attributes.ts';
import { PictureDialog } from './picture-dialog.tsx';

interface MediaPickerProps {
  label: string;
  hint?: string;
  name?: string;
  defaultValue: Media | null;
  onChange?(media: Media | null): void;
  /** The shape it has on the site; without it the picture is not cropped. */
  ratio?: PictureOptions['ratio'];
}

export function MediaPicker({ label, hint, name, defaultValue, onChange, ratio }: MediaPickerProps) {
  const [media, setMedia] = useState(defaultValue);
  const [isOpen, setOpen] = useState(false);
  const choose = (next: Media | null) => {
    setMedia(next);
    setOpen(false);
    onChange?.(next);
  };
  return (
    <FieldSet legend={label} hint={hint} className="media-picker">
      {name && <input type="hidden" name={name} value={media?.id ?? ''} />}
      {media && (
        <figure>
          <Picture media={media} ratio={ratio} sizes="20rem" />
          <figcaption className="dash-quiet">{media.credit}</figcaption>
        </figure>
      )}
      <div className="media-picker-actions">
        <Button variant="tertiary" size="sm" onClick={() => setOpen(true)}>
          {media ? t('shared.media.change_picture') : t('shared.media.choose_picture')}
        </Button>
        {media && <LinkButton onClick={() => choose(null)}>{t('shared.media.remove_picture')}</LinkButton>}
      </div>
      {isOpen && (
        <PictureDialog
          title={t('shared.media.choose_picture')}
          onChosen={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </FieldSet>
  );
}
