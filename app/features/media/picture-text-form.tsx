// The two texts that every picture needs before it is used: a description and a credit.

import { type FormEvent, type ReactNode, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field, FieldError } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import type { Media } from '#contracts/media.ts';
import type { Translations } from '#contracts/translations.ts';
import { MEDIA_COLUMNS } from './send-picture.ts';

interface PictureTextFormProps {
  media: Media;
  /** The last picture's credit, as a suggestion: a series usually has one author. */
  suggestedCredit?: string;
  submitLabel?: string;
  /** The texts in the other languages, and what surrounds the fields to edit them. */
  translations?: Translations;
  around?(fields: ReactNode): ReactNode;
  onSaved(media: Media): void;
}

export function PictureTextForm({
  media,
  suggestedCredit,
  submitLabel = t('shared.media.save_changes'),
  translations,
  around = (fields) => fields,
  onSaved,
}: PictureTextFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  // Null until it was edited: until then it follows the suggestion.
  const [credit, setCredit] = useState<string | null>(null);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // For portals and dialogs: the form may be inside another form in the component tree.
    event.stopPropagation();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setBusy(true);
    setFailure('');
    const client = await backend(() => setBusy(false));
    const { data, error } = await client
      .from('media')
      .update({ alt: text('alt'), credit: text('credit'), ...(translations && { translations }) })
      .eq('id', media.id)
      .select(MEDIA_COLUMNS)
      .maybeSingle();
    setBusy(false);
    if (error) setFailure(describeReason(error));
    else if (!data) setFailure(t('shared.media.this_picture_is_no_longer_in'));
    else onSaved(data);
  };
  return (
    <form className="picture-text" onSubmit={save}>
      {around(
        <>
          <Field
            label={t('shared.media.what_it_shows')}
            required
            hint={t('shared.media.for_people_who_cannot_see_it')}
          >
            <Textarea name="alt" rows={2} maxLength={500} defaultValue={media.alt} />
          </Field>
          <Field label={t('shared.media.credit')} required hint={t('shared.media.the_name_of_who_made_it')}>
            <Input
              name="credit"
              maxLength={200}
              value={credit ?? (media.credit || (suggestedCredit ?? ''))}
              onChange={({ currentTarget }) => setCredit(currentTarget.value)}
              autoComplete="off"
            />
          </Field>
        </>,
      )}
      {failure && <FieldError role="alert">{failure}</FieldError>}
      <Button variant="primary" size="sm" type="submit" busy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}
