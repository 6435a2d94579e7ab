// The current user's profile: name, phone, birthday, and what their teachers should know.

import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { DateInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { Profile } from '#contracts/account.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { useDraft } from '../forms/use-draft.ts';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.ts';
import { requirePerson } from '../guard.server.ts';
import { Panel, ReadingPage } from '../layout/page.tsx';
import type { Route } from './+types/profile-page.ts';
import { LanguagePanel } from './language-panel.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = await requirePerson({ request, context });
  const data = await dataOf(context.get(siteContext).backend.rpc('my_profile'));
  return {
    person: { id: person.id, language: person.language },
    profile: data,
    login: person.email ?? (person.phone ? `+${person.phone}` : ''),
  };
}

export const meta = dashboardMeta(() => t('dashboard.profile.page_title'));

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { person, profile, login } = loaderData;
  return (
    <ReadingPage
      title={t('dashboard.profile.profile_heading')}
      lead={t('dashboard.profile.your_details_at_the_studio')}
    >
      <ProfileForm profile={profile} />
      <LanguagePanel key={person.language} personId={person.id} language={person.language} />
      <Panel title={t('dashboard.profile.related_settings')}>
        <ul className="dash-list">
          <RelatedSetting
            title={t('dashboard.profile.sign_in')}
            about={login}
            link={['/dashboard/security', t('dashboard.profile.security_link')]}
          />
          <RelatedSetting
            title={t('dashboard.profile.children_and_family')}
            about={t('dashboard.profile.the_people_you_book_for')}
            link={['/dashboard/bookings#family', t('dashboard.profile.family_link')]}
          />
          <RelatedSetting
            title={t('dashboard.profile.emails_and_data')}
            about={t('dashboard.profile.reminders_newsletter_a_copy_of_your')}
            link={['/dashboard/your-data', t('dashboard.profile.your_data_link')]}
          />
        </ul>
      </Panel>
    </ReadingPage>
  );
}

type FieldError = { field: string; message: string } | null;

interface RelatedSettingProps {
  title: string;
  about: string;
  link: readonly [to: string, label: string];
}

function RelatedSetting({ title, about, link: [to, label] }: RelatedSettingProps) {
  return (
    <li>
      <RowText title={title}>{about}</RowText>
      <Link to={to}>{label}</Link>
    </li>
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const { revalidate } = useRevalidator();
  const { draft: values, setDraft: setValues, isDirty, markSent } = useDraft(profile);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<FieldError>(null);
  const markSaved = useUnsavedGuard(isDirty);
  const errorOf = (field: string) => (error?.field === field ? error.message : undefined);
  const optional = (field: string, hint: string) => ({ optional: true, hint, error: errorOf(field) });
  const set = (change: Partial<Profile>) => setValues({ ...values, ...change });
  const typed = (name: 'name' | 'phone' | 'note') => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });

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
    markSent();
    markSaved();
    toastSuccess(t('dashboard.common.changes_saved'));
    void revalidate();
  };
  return (
    <Panel title={t('dashboard.profile.your_details')}>
      <form className="teach-form" onSubmit={(event) => void save(event)} noValidate>
        <Field label={t('dashboard.common.name')} required error={errorOf('name')}>
          <Input {...typed('name')} autoComplete="name" maxLength={120} />
        </Field>
        <Field
          label={t('dashboard.common.phone')}
          {...optional('phone', t('dashboard.profile.so_that_we_can_reach_you'))}
        >
          <Input {...typed('phone')} type="tel" autoComplete="tel" maxLength={40} />
        </Field>
        <Field label={t('dashboard.profile.birthday')} optional error={errorOf('born_on')}>
          <DateInput
            name="born_on"
            autoComplete="bday"
            min="1900-01-02"
            value={values.born_on ?? ''}
            onChange={(event) => set({ born_on: event.target.value || null })}
          />
        </Field>
        <Field
          label={t('dashboard.profile.what_your_teachers_should_know')}
          {...optional('note', t('dashboard.profile.access_needs_allergies_injuries_your'))}
        >
          <Textarea {...typed('note')} rows={3} maxLength={1000} />
        </Field>
        {error && error.field === 'form' && <p role="alert">{error.message}</p>}
        <Button variant="primary" size="sm" type="submit" busy={isBusy}>
          {t('dashboard.common.save_changes')}
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
