import { clsx } from 'clsx';
import { redirect, useLoaderData } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { readDisciplines } from '#app/disciplines/read-disciplines.ts';
import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { nextMidnight } from '#app/language/format-time.ts';
import { langOf, localized } from '#app/language/in-language.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import { studioMeta } from '#app/site/document/site-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import { useIsLinked } from '#app/ui/linked-addresses.ts';
import type { Route } from './+types/classes-page.ts';
import { ClassFilterForm } from './class-filter-form.tsx';
import { filterClasses, formatFilters, readFilters, tidyQuery } from './class-filters.ts';
import { ClassList } from './class-list.tsx';
import { CLASS_SELECT, DATES_PER_CLASS, type ListedClass } from './class-listing.ts';
import { NothingFound } from './nothing-found.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { backend, now, validUntil } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const tidy = tidyQuery(query);
  if (tidy !== undefined) throw redirect(tidy ? `/classes?${tidy}` : '/classes');
  const [zone, classes, disciplines] = await Promise.all([
    studioZone(backend),
    backend
      .from('offerings')
      .select(CLASS_SELECT)
      .neq('kind', 'event')
      .not('published_at', 'is', null)
      .eq('sessions.status', 'planned')
      .gt('sessions.starts_at', now.toISOString())
      .order('starts_at', { referencedTable: 'sessions' })
      .limit(DATES_PER_CLASS, { referencedTable: 'sessions' })
      .order('title'),
    readDisciplines(backend),
  ]);
  if (classes.error) throw classes.error;
  if (disciplines.error) throw disciplines.error;
  const listed = localized(classes.data);
  const filters = readFilters(query, disciplines.data ?? []);
  const everything = filterClasses(listed, {}, zone);
  const found = Object.keys(filters).length > 0 ? filterClasses(listed, filters, zone) : everything;
  const next = everything[0]?.session;
  if (next) validUntil(new Date(next.starts_at));
  validUntil(nextMidnight(now, zone));
  const { day, ...withoutDay } = filters;
  return {
    now: now.toISOString(),
    filters,
    found,
    livePools: found.flatMap(({ session }) => (session ? [session.pool_id] : [])),
    // Without a match, the page shows what comes closest.
    closest:
      found.length > 0
        ? null
        : ((day ? filterClasses(listed, withoutDay, zone)[0] : undefined) ?? everything[0] ?? null),
    teachers: teachersOf(listed),
  };
}

function teachersOf(classes: ListedClass[]): { slug: string; name: string }[] {
  const teachers = new Map(classes.flatMap(({ teacher }) => (teacher ? [[teacher.slug, teacher]] : [])));
  return [...teachers.values()].sort((a, b) => a.name.localeCompare(b.name, currentLanguage().locale));
}

export const meta = studioMeta('/classes', (name) => [
  t('site.classes.page_title'),
  t('site.classes.classes_courses_and_workshops_at_name', { name }),
]);

export default function ClassesPage() {
  const isLinked = useIsLinked();
  const { studio } = useRootData();
  const { now, filters, found, closest, teachers } = useLoaderData<typeof loader>();
  const teacher = teachers.find(({ slug }) => slug === filters.teacher);
  const disciplineName = useDisciplines().find(({ slug }) => slug === filters.discipline)?.name;
  const asked = formatFilters(filters, { teacherName: teacher?.name, disciplineName });
  return (
    <main id="main">
      <PageHead title={t('site.classes.find_your_class')}>
        <p className="lead" {...langOf(studio, 'lead')}>
          {studio.lead}
        </p>
      </PageHead>
      <section className="wrap" aria-labelledby="classes-found">
        <ClassFilterForm filters={filters} teachers={teachers} />
        <div className={clsx('section-head', found.length > 0 && 'ruled')}>
          <h2 id="classes-found" aria-live="polite">
            {countLine(found.length, asked)}
          </h2>
          {isLinked('/events') && <Link to="/events">{t('site.classes.one_off_nights')}</Link>}
        </div>
        {found.length > 0 ? (
          <ClassList found={found} now={new Date(now)} zone={studio.zone} />
        ) : (
          <NothingFound asked={asked} closest={closest} now={new Date(now)} zone={studio.zone} />
        )}
      </section>
    </main>
  );
}

function countLine(count: number, asked: string): string {
  if (count === 0)
    return asked ? t('site.classes.no_classes_found', { filters: asked }) : t('site.classes.no_classes_yet');
  return asked
    ? t('site.classes.classes_found', { count, filters: asked })
    : t('site.classes.classes_the_nearest_first', { count });
}
