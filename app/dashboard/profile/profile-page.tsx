// The current user's profile: name, phone, birthday, and what their teachers should know.

import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { DateInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Profile } from '#contracts/account.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.ts';
import { requirePerson } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import type { Route } from './+types/profile-page.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = await requirePerson({ request, context });
  const { data, error } = await context.get(siteContext).backend.rpc('my_profile');
  if (error) throw error;
  return { profile: data, login: person.email ?? (person.phone ? `+${person.phone}` : '') };
}

export const meta = dashboardMeta('profile');

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { profile, login } = loaderData;
  return (
    <>
      <PageHeader title="Profile">Your details at the studio.</PageHeader>
      <div className="dash-stack dash-reading">
        <ProfileForm key={JSON.stringify(profile)} profile={profile} />
        <Panel title="Related settings">
          <ul className="dash-list">
            <li>
              <span>
                <b>Sign-in</b>
                <span className="dash-quiet">{login}</span>
              </span>
              <Link to="/dashboard/security">Security</Link>
            </li>
            <li>
              <span>
                <b>Children and family</b>
                <span className="dash-quiet">The people you book for</span>
              </span>
              <Link to="/dashboard/bookings#family">Family</Link>
            </li>
            <li>
              <span>
                <b>Emails and data</b>
                <span className="dash-quiet">Reminders, newsletter, a copy of your data</span>
              </span>
              <Link to="/dashboard/your-data">Your data</Link>
            </li>
          </ul>
        </Panel>
      </div>
    </>
  );
}

type FieldError = { field: string; message: string } | null;

function ProfileForm({ profile }: { profile: Profile }) {
  const { revalidate } = useRevalidator();
  const [values, setValues] = useState(profile);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<FieldError>(null);
  const markSaved = useUnsavedGuard(JSON.stringify(values) !== JSON.stringify(profile));
  const errorOf = (field: string) => (error?.field === field ? error.message : undefined);
  const set = (change: Partial<Profile>) => setValues({ ...values, ...change });

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setError(null);
    const client = await backend(() => setBusy(false));
    const saved = await client.rpc('save_my_profile', { ...values, born_on: values.born_on || null });
    if (saved.error) {
      setBusy(false);
      const field = fieldOf(saved.error.details);
      setError({ field, message: describeReason(saved.error) });
      form.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
      return;
    }
    // The account has the name too; its event updates other parts of the page.
    await client.auth.updateUser({ data: { name: values.name.trim() } });
    setBusy(false);
    markSaved();
    toast({ variant: 'success', title: 'Changes saved' });
    void revalidate();
  };
  return (
    <Panel title="Your details">
      <form className="teach-form" onSubmit={(event) => void save(event)} noValidate>
        <Field label="Name" required error={errorOf('name')}>
          <Input
            name="name"
            autoComplete="name"
            maxLength={120}
            value={values.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field
          label="Phone"
          aside="optional"
          hint="So that we can reach you when a class changes at short notice."
          error={errorOf('phone')}
        >
          <Input
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={40}
            value={values.phone}
            onChange={(event) => set({ phone: event.target.value })}
          />
        </Field>
        <Field label="Birthday" aside="optional" error={errorOf('born_on')}>
          <DateInput
            name="born_on"
            autoComplete="bday"
            min="1900-01-02"
            value={values.born_on ?? ''}
            onChange={(event) => set({ born_on: event.target.value || null })}
          />
        </Field>
        <Field
          label="What your teachers should know"
          aside="optional"
          hint="Access needs, allergies, injuries. Your teachers and the studio’s staff can read it."
          error={errorOf('note')}
        >
          <Textarea
            name="note"
            rows={3}
            maxLength={1000}
            value={values.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        </Field>
        {error && error.field === 'form' && <p role="alert">{error.message}</p>}
        <Button variant="primary" size="sm" type="submit" busy={isBusy}>
          Save changes
        </Button>
      </form>
    </Panel>
  );
}

/** The database names the field in the details of its error. */
function fieldOf(details: string | null): string {
  try {
    const { field } = JSON.parse(details ?? '{}') as { field?: string };
    return field ?? 'form';
  } catch {
    return 'form';
  }
}
