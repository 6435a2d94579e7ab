// The studio's languages: which, and in which order. The first is the default.
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import type { Route } from './+types/languages-page.ts';
import { StudioLanguagesForm } from './studio-languages-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend, allLanguages } = context.get(siteContext);
  const { data, error } = await backend.from('studio').select('languages,updated_at').single();
  if (error) throw error;
  return { studio: data, known: allLanguages.map(({ code, name }) => ({ code, name })) };
}

export const meta = dashboardMeta(() => t('dashboard.languages.page_title'));

export default function LanguagesPage({ loaderData }: Route.ComponentProps) {
  const { studio, known } = loaderData;
  return (
    <>
      <PageHeader title={t('dashboard.languages.heading')}>{t('dashboard.languages.intro')}</PageHeader>
      <div className="dash-stack dash-reading">
        <StudioLanguagesForm key={studio.updated_at} studio={studio} known={known} />
      </div>
    </>
  );
}
