// First run: whoever holds the printed link names the studio. The link works once.
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type ApiError, api } from '#app/api/api.ts';
import type { RootData } from '#app/root.tsx';
import { pageMeta } from '#app/site/document/page-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Route } from './+types/setup-page.ts';

export function loader() {
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as RootData | undefined;
  if (!root) return [];
  return pageMeta({
    title: 'set up',
    description: 'Name your studio.',
    path: '/setup',
    studioName: root.studio.name,
    siteUrl: root.settings.siteUrl,
    noindex: true,
  });
}

export default function SetupPage() {
  const { studio } = useRootData();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = Object.fromEntries(new FormData(event.currentTarget));
    setSaving(true);
    setError(undefined);
    try {
      await api('/setup', { method: 'POST', body: { ...entries, token: search.get('token') ?? '' } });
      toast({ variant: 'success', title: 'The studio has its name' });
      // The name is drawn into every page: start from a fresh one.
      await navigate('/', { replace: true });
      location.reload();
    } catch (reason) {
      setError((reason as ApiError).message ?? 'The server did not answer. Try again.');
    } finally {
      setSaving(false);
    }
  };

  return (
    <main id="main" className="wrap page narrow">
      <h1>Name your studio</h1>
      <p className="lead">
        It stands on every page, in every mail and in the intro. Always lowercase. You can change it later.
      </p>
      <form className="form" onSubmit={save}>
        <Field label="Name" error={error} hint="One to forty letters." required>
          <Input name="name" defaultValue={studio.name} maxLength={40} required autoComplete="organization" />
        </Field>
        <Button variant="primary" type="submit" busy={isSaving}>
          Open the studio
        </Button>
      </form>
    </main>
  );
}
