import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { AttemptForm } from '#app/features/sign-in/attempt-form.tsx';
import { FormMessage } from '#app/features/sign-in/fields.tsx';
import { demand, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';

export function NameForm({ person, onDone }: { person: { id: string; name: string }; onDone(): void }) {
  const attempt = useAttempt();
  const save = attempt.onSubmit(async () => {
    const name = attempt.typed('name').trim();
    const client = await backend();
    await dataOf(client.from('profiles').update({ name }).eq('user_id', person.id));
    // Also update the account, whose event notifies other parts of the page.
    await demand(client.auth.updateUser({ data: { name } }));
    toastSuccess(name ? t('dashboard.security.name_saved') : t('dashboard.security.name_removed'));
    onDone();
  });
  return (
    <AttemptForm attempt={attempt} onSubmit={save}>
      <Field label={t('dashboard.common.name')}>
        <Input name="name" autoComplete="name" maxLength={120} defaultValue={person.name} autoFocus />
      </Field>
      <FormMessage message={attempt.explanation?.message} />
      <div className="account-actions">
        <Button variant="secondary" type="submit" busy={attempt.isBusy}>
          {t('dashboard.security.save_name')}
        </Button>
      </div>
    </AttemptForm>
  );
}
