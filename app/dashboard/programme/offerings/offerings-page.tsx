// All offerings: search, filter, open, add.

import { useSearchParams } from 'react-router';
import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { nearDay } from '#app/features/programme/date-label.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { entryPrice } from '#app/features/programme/entry-price.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Discipline } from '#contracts/discipline.ts';
import type { Translations } from '#contracts/translations.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { UntranslatedNote } from '../../languages/untranslated-note.tsx';
import type { Bulk } from '../../list/bulk-bar.tsx';
import { EmptyList } from '../../list/empty-list.tsx';
import { ChoiceFilter, SearchFilter } from '../../list/filters.tsx';
import type { ListColumn } from '../../list/list-column.ts';
import { ListPage } from '../../list/list-page.tsx';
import { readColumnCursor, readPage, TEXT, turnedPage, UUID } from '../../pagination/column-cursor.ts';
import { ColumnLinks } from '../../pagination/page-links.tsx';
import { PAGE_SIZE } from '../../pagination/page-size.ts';
import { oneOf, patternOf } from '../../pagination/read-query.ts';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { useStudio } from '../../use-studio.ts';
import { archiveOffering } from '../programme-api.ts';
import type { Route } from './+types/offerings-page.ts';
import { KINDS, type Kind, kindName, stateOf } from './offering.ts';

const COLUMNS = { title: TEXT, id: UUID };
const LISTED =
  'id,title,kind,discipline,price_cents,currency,published_at,archived_at,is_demo,translations,teacher:people(name),sessions(starts_at)';
const STATES = ['published', 'draft', 'archived'] as const;

interface ListedOffering {
  id: string;
  title: string;
  kind: Kind;
  discipline: Discipline;
  price_cents: number;
  currency: string;
  published_at: string | null;
  archived_at: string | null;
  is_demo: boolean;
  translations: Translations;
  teacher: { name: string } | null;
  sessions: { starts_at: string }[];
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const turn = readColumnCursor(query, COLUMNS);
  const pattern = patternOf(query.get('search') ?? '');
  const kind = oneOf(KINDS, query.get('kind'));
  const discipline = query.get('discipline');
  const state = oneOf(STATES, query.get('state'));
  const wanted = <Select extends string>(select: Select, options?: { count: 'exact'; head: true }) => {
    let read = backend.from('offerings').select(select, options);
    if (pattern) read = read.ilike('title', `%${pattern}%`);
    if (kind) read = read.eq('kind', kind);
    if (discipline) read = read.eq('discipline', discipline);
    if (state === 'archived') read = read.not('archived_at', 'is', null);
    else read = read.is('archived_at', null);
    if (state === 'published') read = read.not('published_at', 'is', null);
    return state === 'draft' ? read.is('published_at', null) : read;
  };
  const [listed, counted] = await Promise.all([
    readPage(
      wanted(LISTED)
        .eq('sessions.status', 'planned')
        .gt('sessions.starts_at', now.toISOString())
        .order('starts_at', { referencedTable: 'sessions' })
        .limit(1, { referencedTable: 'sessions' }),
      { columns: COLUMNS, turn, size: PAGE_SIZE },
    ),
    wanted('id', { count: 'exact', head: true }),
  ]);
  for (const { error } of [listed, counted]) if (error) throw error;
  return {
    now: now.toISOString(),
    page: turnedPage(listed.data ?? [], { columns: COLUMNS, turn, size: PAGE_SIZE }),
    total: counted.count ?? 0,
  };
}

export const meta = dashboardMeta(() => t('dashboard.programme.page_title_offerings'));

export default function OfferingsPage({ loaderData }: Route.ComponentProps) {
  const { page, total } = loaderData;
  const { studio } = useStudio();
  const disciplines = useDisciplines();
  const [query] = useSearchParams();
  useLiveReload({ table: 'offerings' });
  const isFiltered = ['search', 'kind', 'discipline', 'state'].some((name) => query.get(name));
  return (
    <ListPage
      title={t('dashboard.programme.offerings')}
      link={['/dashboard/offerings/new', t('dashboard.programme.new_class_or_event')]}
      lead={t('dashboard.programme.classes_courses_workshops_and_events', { total })}
      list="offerings"
      views={[
        { label: t('dashboard.programme.all_except_archived'), filter: '' },
        ...STATES.map((value) => ({
          label: t(`dashboard.programme.state_${value}`),
          filter: `state=${value}`,
        })),
      ]}
      filters={
        <>
          <SearchFilter label={t('dashboard.programme.search_by_title')} maxLength={80} />
          <ChoiceFilter
            label={t('dashboard.programme.kind')}
            name="kind"
            choices={KINDS.map((value) => ({ value, label: kindName(value) }))}
          />
          <ChoiceFilter
            label={t('dashboard.programme.discipline')}
            name="discipline"
            choices={disciplines.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
        </>
      }
      columns={offeringColumns({ now: new Date(loaderData.now), zone: studio.zone })}
      rows={page.rows}
      rowId={({ id }) => id}
      isQuiet={({ archived_at }) => archived_at !== null}
      bulk={offeringBulk()}
      empty={
        <EmptyList
          notFound={isFiltered && t('dashboard.programme.no_offerings_match')}
          none={t('dashboard.programme.no_offerings_yet')}
          all={['/dashboard/offerings', t('dashboard.common.clear_filters')]}
          action={
            <Button asChild variant="primary">
              <Link to="/dashboard/offerings/new">{t('dashboard.programme.new_class_or_event')}</Link>
            </Button>
          }
        >
          {isFiltered
            ? t('dashboard.programme.try_a_shorter_search_or_another')
            : t('dashboard.programme.add_a_class_then_a_picture')}
        </EmptyList>
      }
      pages={<ColumnLinks page={page} isByTime={false} />}
    />
  );
}

function offeringColumns({ now, zone }: { now: Date; zone: string }): ListColumn<ListedOffering>[] {
  return [
    {
      id: 'next',
      label: t('dashboard.programme.next_session_column'),
      width: 'when',
      phone: 'detail',
      cell: ({ sessions: [session] }) => {
        if (!session) return <span className="dash-quiet">{t('dashboard.programme.no_next_session')}</span>;
        const next = new Date(session.starts_at);
        return (
          <>
            <b>{clockTime(next, zone)}</b>{' '}
            <span className="dash-quiet list-day">{nearDay(next, now, zone)}</span>
          </>
        );
      },
    },
    {
      id: 'title',
      label: t('dashboard.common.title'),
      isTitle: true,
      cell: (offering) => (
        <>
          <Link to={`/dashboard/offerings/${offering.id}`} prefetch="intent">
            {offering.title}
          </Link>
          <span className="dash-quiet list-wide">
            {offering.is_demo
              ? t('dashboard.programme.kind_of_sample_offering', { kind: offering.kind })
              : t('dashboard.programme.kind_of_offering', { kind: offering.kind })}
          </span>
          <UntranslatedNote translations={offering.translations} />
        </>
      ),
    },
    {
      id: 'discipline',
      label: t('dashboard.programme.discipline'),
      width: 'state',
      drop: 1,
      cell: ({ discipline }) => <DisciplineMark discipline={discipline} />,
    },
    {
      id: 'teacher',
      label: t('dashboard.programme.teacher'),
      width: 'name',
      drop: 2,
      className: 'dash-quiet',
      cell: ({ teacher }) => teacher?.name,
    },
    {
      id: 'state',
      label: t('dashboard.common.state'),
      width: 'state',
      phone: 'end-detail',
      cell: (offering) => {
        const state = stateOf(offering, now);
        return (
          <Badge tone={state === 'published' ? 'positive' : 'quiet'}>
            {t(`dashboard.programme.state_${state}`)}
          </Badge>
        );
      },
    },
    {
      id: 'price',
      label: t('dashboard.common.price'),
      width: 'money',
      align: 'end',
      phone: 'end',
      cell: ({ price_cents, currency }) => entryPrice(price_cents, currency),
    },
  ];
}

function offeringBulk(): Bulk<ListedOffering> {
  return {
    nameOf: ({ title }) => title,
    actions: [
      {
        id: 'archive',
        label: t('dashboard.programme.archive_verb'),
        accepts: ({ archived_at }) => archived_at === null,
        run: ({ id }) => archiveOffering(id, true),
        done: (count) => t('dashboard.programme.offerings_archived', { count }),
        question: (offerings) => ({
          title: t('dashboard.programme.archive_offerings_question', { count: offerings.length }),
          content: t('dashboard.programme.they_are_removed_from_the_site'),
        }),
      },
      {
        id: 'restore',
        label: t('dashboard.programme.restore_verb'),
        accepts: ({ archived_at }) => archived_at !== null,
        run: ({ id }) => archiveOffering(id, false),
        done: (count) => t('dashboard.programme.offerings_restored', { count }),
      },
    ],
  };
}
