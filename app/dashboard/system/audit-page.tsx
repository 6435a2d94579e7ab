// The audit log: who did what and when. Append-only; for owners.

import { dataOf } from '#app/backend/data-of.ts';
import { shortDayOfYear } from '#app/language/format-day.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { AuditEvent } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { whenColumn } from '../list/common-columns.tsx';
import { ChoiceFilter, DayFilter } from '../list/filters.tsx';
import type { ListColumn } from '../list/list-column.ts';
import { ListPage } from '../list/list-page.tsx';
import { NewestAndOlder } from '../pagination/page-links.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/audit-page.ts';
import { auditAction, auditActor, auditArea, auditSubject } from './audit-text.ts';
import { formatDetails } from './format-details.ts';

const PAGE_SIZE = 50;
const AREAS = [
  'settings',
  'roles',
  'people',
  'money',
  'import',
  'export',
  'backup',
  'mail',
  'keys',
  'rights',
  'jobs',
  'samples',
  'languages',
  'households',
  'waitlist',
  'radio',
  'data',
];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const filter = {
    area: AREAS.find((area) => area === query.get('area')) ?? '',
    actor: UUID.exec(query.get('actor') ?? '')?.[0] ?? '',
    from: DAY.exec(query.get('from') ?? '')?.[0] ?? '',
    to: DAY.exec(query.get('to') ?? '')?.[0] ?? '',
  };
  const before = Number(query.get('before')) || null;
  const nextDay = filter.to && new Date(Date.parse(filter.to) + 86_400_000).toISOString();
  const data = await dataOf(
    backend.rpc('list_audit_events', {
      wanted_area: filter.area || null,
      wanted_actor: filter.actor || null,
      since: filter.from || null,
      until: nextDay || null,
      before,
      max_rows: PAGE_SIZE,
    }),
  );
  return { events: data, filter, isFirst: before === null };
}

export const meta = dashboardMeta(() => t('dashboard.system.audit_page_title'));

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { events, filter, isFirst } = loaderData;
  const { zone } = useStudio().studio;
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const base = '/dashboard/system/audit';
  const clear = <Link to={base}>{t('dashboard.common.clear_filters')}</Link>;
  const isFiltered = Object.keys(given).length > 0;
  return (
    <ListPage
      title={t('dashboard.system.audit_log')}
      lead={t('dashboard.system.who_did_what_newest_first_nothing')}
      list="audit"
      filters={
        <>
          <ChoiceFilter
            label={t('dashboard.system.category')}
            name="area"
            any={t('dashboard.system.everything')}
            choices={AREAS.map((area) => ({ value: area, label: auditArea(area) }))}
          />
          <DayFilter label={t('dashboard.common.from_day')} name="from" />
          <DayFilter label={t('dashboard.common.to_day')} name="to" />
          {isFiltered && clear}
        </>
      }
      isReadOnly
      columns={auditColumns(zone, (actor) => `${base}?${new URLSearchParams({ ...given, actor })}`)}
      rows={events}
      rowId={({ id }) => String(id)}
      empty={
        <EmptyState level={2} title={t('dashboard.system.no_entries_match')} action={isFiltered && clear}>
          {t('dashboard.system.changes_of_settings_roles_and_payments')}
        </EmptyState>
      }
      pages={
        <NewestAndOlder
          isFirst={isFirst}
          older={events.length === PAGE_SIZE ? events.at(-1)?.id : undefined}
        />
      }
    />
  );
}

function auditColumns(zone: string, linkTo: (actor: string) => string): ListColumn<AuditEvent>[] {
  const when = (at: string) =>
    `${shortDayOfYear(localDay(new Date(at), zone))}, ${clockTime(new Date(at), zone)}`;
  return [
    whenColumn('end-detail', ({ at }) => when(at)),
    {
      id: 'who',
      label: t('dashboard.system.who'),
      width: 'name',
      phone: 'detail',
      cell: (event) =>
        event.actor ? <Link to={linkTo(event.actor)}>{auditActor(event)}</Link> : auditActor(event),
    },
    {
      id: 'what',
      label: t('dashboard.system.what'),
      isTitle: true,
      cell: (event) => (
        <>
          {auditAction(event)} {auditSubject(event.area, event.subject)}
          {formatDetails(event.details).map((line) => (
            <span key={line} className="dash-quiet audit-detail" lang="en" dir="ltr">
              {line}
            </span>
          ))}
        </>
      ),
    },
    {
      id: 'area',
      label: t('dashboard.system.category'),
      width: 'state',
      drop: 1,
      phone: 'end',
      className: 'dash-quiet',
      cell: ({ area }) => auditArea(area),
    },
  ];
}
