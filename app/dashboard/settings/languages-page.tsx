// The studio's languages: which, and in which order (the first is the default); how complete each is; texts in the owner's
// own words.
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageLoading, ReadingPage } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import type { Route } from './+types/languages-page.ts';
import { CoveragePanel, type LanguageCoverage } from './coverage-panel.tsx';
import { SentencesPanel } from './sentences-panel.tsx';
import { StudioLanguagesForm } from './studio-languages-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend, allLanguages } = context.get(siteContext);
  const data = await dataOf(backend.from('studio').select('languages,updated_at').single());
  return { studio: data, known: allLanguages.map(({ code, name }) => ({ code, name })) };
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [settings, { languages }] = await Promise.all([
    serverLoader(),
    ownApi<{ languages: LanguageCoverage[] }>('/studio/messages'),
  ]);
  return { ...settings, coverage: languages };
}
clientLoader.hydrate = true as const;

export const meta = dashboardMeta(() => t('dashboard.languages.page_title'));

export function HydrateFallback() {
  return <PageLoading title={t('dashboard.languages.heading')}>{t('dashboard.common.loading')}</PageLoading>;
}

export default function LanguagesPage({ loaderData }: Route.ComponentProps) {
  const { studio, known, coverage } = loaderData;
  const names = new Map(known.map(({ code, name }) => [code, name]));
  return (
    <ReadingPage title={t('dashboard.languages.heading')} lead={t('dashboard.languages.intro')}>
      <StudioLanguagesForm key={studio.updated_at} studio={studio} known={known} />
      <CoveragePanel languages={coverage} />
      <SentencesPanel languages={studio.languages.map((code) => [code, names.get(code) ?? code] as const)} />
    </ReadingPage>
  );
}
