import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import type { DatabaseCall } from './use-database-call.ts';

/** The inside of a form that saves a note for staff. */
export function NoteFields({ errorOf, isBusy }: Pick<DatabaseCall, 'errorOf' | 'isBusy'>) {
  return (
    <>
      <Field
        label={t('dashboard.forms.note')}
        hint={t('dashboard.forms.only_staff_can_see_it')}
        error={errorOf('note')}
      >
        <Textarea name="note" rows={3} maxLength={5000} />
      </Field>
      <Button variant="tertiary" size="sm" type="submit" busy={isBusy}>
        {t('dashboard.forms.save_note')}
      </Button>
    </>
  );
}
