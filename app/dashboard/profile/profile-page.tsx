// What a person says of themselves to the studio: name, phone, birthday, and what their teachers should know.
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
import { dashboardMeta } from '../dashboard-meta.ts';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.ts';
import { requirePerson } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import type { Route } from './+types/profile-page.ts';

interface Profile {
  name: string;
  phone: string;
  born_on: string | null;
  note: string;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = await requirePerson({ request, context });
  const { data, error } = await context.get(siteContext).backend.rpc('my_profile');
  if (error) throw error;
  return { profile: data as Profile, login: person.email ?? (person.phone ? `+${person.phone}` : '') };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'profile');
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { profile, login } = loaderData;
  return (
    <>
      <PageHeader title="Profile">How the studio knows you.</PageHeader>
      <div className="dash-stack dash-reading">
        <ProfileForm key={JSON.stringify(profile)} profile={profile} />
        <Panel title="Elsewhere">
          <ul className="dash-list">
            <li>
              <span>
                <b>How you sign in</b>
                <span className="dash-quiet">{login}</span>
              </span>
              <Link to="/dashboard/security">Security</Link>
            </li>
            <li>
              <span>
                <b>Children and family</b>
                <span className="dash-quiet">Whom you book for</span>
              </span>
              <Link to="/dashboard/bookings#family">Family</Link>
            </li>
            <li>
              <span>
                <b>What we write to you</b>
                <span className="dash-quiet">Reminders, the letter, a copy of everything</span>
              </span>
              <Link to="/dashboard/your-data">Your data</Link>
            </li>
          </ul>
        </Panel>
      </div>
    </>
  );
}

type Refusal = { field: string; words: string } | null;

function ProfileForm({ profile }: { profile: Profile }) {
  const { revalidate } = useRevalidator();
  const [typed, setTyped] = useState(profile);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>(null);
  const letGo = useUnsavedGuard(JSON.stringify(typed) !== JSON.stringify(profile));
  const errorOf = (field: string) => (refusal?.field === field ? refusal.words : undefined);
  const set = (change: Partial<Profile>) => setTyped({ ...typed, ...change });

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setRefusal(null);
    const client = await backend(() => setBusy(false));
    const { error } = await client.rpc('save_my_profile', { ...typed, born_on: typed.born_on || null });
    if (error) {
      setBusy(false);
      const field = fieldOf(error.details);
      setRefusal({ field, words: describeReason(error) });
      form.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
      return;
    }
    // The account carries the name too: other places that know the person by it are told by the event.
    await client.auth.updateUser({ data: { name: typed.name.trim() } });
    setBusy(false);
    letGo();
    toast({ variant: 'success', title: 'Your profile is kept' });
    void revalidate();
  };
  return (
    <Panel title="You">
      <form className="teach-form" onSubmit={(event) => void save(event)} noValidate>
        <Field label="Name" required error={errorOf('name')}>
          <Input
            name="name"
            autoComplete="name"
            maxLength={120}
            value={typed.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field
          label="Phone"
          aside="optional"
          hint="Where we reach you when a class moves at the last minute."
          error={errorOf('phone')}
        >
          <Input
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={40}
            value={typed.phone}
            onChange={(event) => set({ phone: event.target.value })}
          />
        </Field>
        <Field label="Birthday" aside="optional" error={errorOf('born_on')}>
          <DateInput
            name="born_on"
            autoComplete="bday"
            min="1900-01-02"
            value={typed.born_on ?? ''}
            onChange={(event) => set({ born_on: event.target.value || null })}
          />
        </Field>
        <Field
          label="What your teachers should know"
          aside="optional"
          hint="Access, allergies, a knee that wants care. Your teachers and the desk read it."
          error={errorOf('note')}
        >
          <Textarea
            name="note"
            rows={3}
            maxLength={1000}
            value={typed.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        </Field>
        {refusal && refusal.field === 'form' && <p role="alert">{refusal.words}</p>}
        <Button variant="primary" size="sm" type="submit" busy={isBusy}>
          Keep
        </Button>
      </form>
    </Panel>
  );
}

/** The database names the field in the details of its refusal. */
function fieldOf(details: string | null): string {
  try {
    const { field } = JSON.parse(details ?? '{}') as { field?: string };
    return field ?? 'form';
  } catch {
    return 'form';
  }
}
