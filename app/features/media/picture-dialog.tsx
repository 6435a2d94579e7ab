// The library in a dialog above a form: find a picture, or add and describe one, and choose it. Rendered at the end of
// the document, because forms cannot be nested.

import { useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { FileList } from '#app/ui/file-drop/file-list.tsx';
import { SearchInput } from '#app/ui/input.tsx';
import type { Media } from '#contracts/media.ts';
import { Picture } from './picture.tsx';
import { PictureTextForm } from './picture-text-form.tsx';
import { ACCEPTED_PICTURES, MAX_PICTURE_BYTES } from './read-picture.ts';
import { useLibrary } from './use-library.ts';
import { usePictureUploads } from './use-picture-uploads.ts';

interface PictureDialogProps {
  title: string;
  onChosen(media: Media): void;
  onClose(): void;
}

export function PictureDialog({ title, onChosen, onClose }: PictureDialogProps) {
  const [query, setQuery] = useState('');
  const [fresh, setFresh] = useState<Media | null>(null);
  const library = useLibrary(query);
  const uploads = usePictureUploads(setFresh);
  return createPortal(
    <Dialog title={title} size="widest" data-slot="picture-dialog" onClose={onClose}>
      {fresh ? (
        <div className="picture-fresh">
          <Picture media={fresh} sizes="20rem" alt="" />
          <PictureTextForm
            key={fresh.id}
            media={fresh}
            submitLabel={t('shared.media.save_and_use_picture')}
            onSaved={onChosen}
          />
        </div>
      ) : (
        <>
          <div className="picture-dialog-ways">
            <Field label={t('shared.media.search_by_description_credit_or_file')}>
              <SearchInput value={query} onText={setQuery} />
            </Field>
            <FileDrop
              className="picture-drop"
              label={t('shared.media.add_a_picture')}
              accept={ACCEPTED_PICTURES}
              maxBytes={MAX_PICTURE_BYTES}
              onFiles={uploads.take}
            />
          </div>
          <FileList items={uploads.items} onRetry={uploads.retry} onRemove={uploads.forget} />
          <ul
            className="picture-grid"
            aria-label={t('shared.media.pictures')}
            aria-busy={library.state === 'loading'}
          >
            {library.pictures.map((media) => (
              <li key={media.id}>
                <button type="button" className="picture-tile" onClick={() => onChosen(media)}>
                  <Picture media={media} ratio={[1, 1]} sizes="11rem" />
                  <span>{media.credit}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className="dash-quiet" role="status">
            {library.state === 'loading' && t('shared.media.loading_pictures')}
            {library.state === 'failed' && library.failure}
            {library.state === 'ready' &&
              library.pictures.length === 0 &&
              (query
                ? t('shared.media.no_pictures_found_try_a_shorter')
                : t('shared.media.no_pictures_yet_add_the_first'))}
          </p>
          {library.hasMore && (
            <Button variant="tertiary" size="sm" onClick={library.more} busy={library.state === 'loading'}>
              {t('shared.media.show_older_pictures')}
            </Button>
          )}
        </>
      )}
    </Dialog>,
    document.body,
  );
}
