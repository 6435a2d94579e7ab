// The audit log: who did what and when. Append-only; for owners.

import { Form } from 'react-router';
import { currentLanguage, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import { Table, TableBody, TableCell, TableRow } from '#app/ui/table.tsx';
import type { AuditEvent } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { Columns } from '../layout/columns.tsx';
import { PageHeader } from '../layout/page.tsx';
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
  const { data, error } = await backend.rpc('list_audit_events', {
    wanted_area: filter.area || null,
    wanted_actor: filter.actor || null,
    since: filter.from || null,
    until: nextDay || null,
    before,
    max_rows: PAGE_SIZE,
  });
  if (error) throw error;
  return { events: data, filter, isFirst: before === null };
}

export const meta = dashboardMeta(() => t('dashboard.system.audit_page_title'));

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { events, filter, isFirst } = loaderData;
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const base = '/dashboard/system/audit';
  const link = (more: Record<string, string>) => `${base}?${new URLSearchParams({ ...given, ...more })}`;
  return (
    <>
      <PageHeader title={t('dashboard.system.audit_log')}>
        {t('dashboard.system.who_did_what_newest_first_nothing')}
      </PageHeader>
      <Form className="dash-search audit-filter" role="search" key={JSON.stringify(filter)}>
        <Field label={t('dashboard.system.category')}>
          <Select name="area" defaultValue={filter.area}>
            <option value="">{t('dashboard.system.everything')}</option>
            {AREAS.map((area) => (
              <option key={area} value={area}>
                {auditArea(area)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('dashboard.common.from_day')}>
          <Input type="date" name="from" defaultValue={filter.from} />
        </Field>
        <Field label={t('dashboard.common.to_day')}>
          <Input type="date" name="to" defaultValue={filter.to} />
        </Field>
        {filter.actor && <input type="hidden" name="actor" value={filter.actor} />}
        <Button variant="tertiary" type="submit">
          {t('dashboard.common.show')}
        </Button>
        {Object.keys(given).length > 0 && <Link to={base}>{t('dashboard.common.clear_filters')}</Link>}
      </Form>
      {events.length === 0 ? (
        <EmptyState
          level={2}
          title={t('dashboard.system.no_entries_match')}
          action={<Link to={base}>{t('dashboard.common.clear_filters')}</Link>}
        >
          {t('dashboard.system.changes_of_settings_roles_and_payments')}
        </EmptyState>
      ) : (
        <AuditTable events={events} linkTo={(actor) => link({ actor })} />
      )}
      <p className="owner-choice">
        {!isFirst && <Link to={link({})}>{t('dashboard.system.newest')}</Link>}
        {events.length === PAGE_SIZE && (
          <Link to={link({ before: String(events.at(-1)?.id) })}>{t('dashboard.system.older')}</Link>
        )}
      </p>
    </>
  );
}

function AuditTable({ events, linkTo }: { events: AuditEvent[]; linkTo(actor: string): string }) {
  const { studio } = useStudio();
  const clock = new Intl.DateTimeFormat(currentLanguage().locale, {
    timeZone: studio.zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <Table label={t('dashboard.system.audit_log')} className="audit">
      <Columns
        of={[{ wide: t('dashboard.common.when') }, t('dashboard.system.who'), t('dashboard.system.what')]}
      />
      <TableBody>
        {events.map((event) => {
          const { id, at, actor, area, subject, details } = event;
          return (
            <TableRow key={id}>
              <TableCell className="dash-wide dash-quiet dash-when">{clock.format(new Date(at))}</TableCell>
              <TableCell>
                {actor ? <Link to={linkTo(actor)}>{auditActor(event)}</Link> : auditActor(event)}
              </TableCell>
              <TableCell>
                <span className="dash-narrow dash-quiet">{clock.format(new Date(at))}</span>
                <b>{auditAction(event)}</b> {auditSubject(area, subject)}{' '}
                <span className="dash-quiet">{auditArea(area)}</span>
                {formatDetails(details).map((line) => (
                  <span key={line} className="dash-quiet audit-detail" lang="en" dir="ltr">
                    {line}
                  </span>
                ))}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
