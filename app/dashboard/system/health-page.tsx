// The health of the program: checks, storage, table sizes, version.

import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { ColumnTable } from '#app/dashboard/layout/column-table.tsx';
import { formatBytes } from '#app/language/format-bytes.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Badge } from '#app/ui/badge.tsx';
import { TableCell, TableHeader, TableRow } from '#app/ui/table.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { guardPage } from '../guard.server.ts';
import { PageHeader, PageLoading, Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/health-page.ts';
import { checkOwnClock, useWebSocketCheck } from './browser-checks.ts';
import { type Check, checkText } from './check-text.ts';

interface System {
  program: string;
  node: string;
  /** Time of the server's response. */
  now: string;
  started_at: string;
  memory_bytes: number;
  checks: Check[];
  database: {
    version: string;
    bytes: number;
    connections: number;
    tables: { name: string; bytes: number; rows: number }[];
  };
  disk: { free_bytes: number; total_bytes: number };
  folders: { name: string; bytes: number }[];
}

const LOOK_MS = 15_000;
const tones = { ok: 'positive', warn: 'default', bad: 'danger' } as const;

export const loader = guardPage('owner');

export async function clientLoader() {
  const system = await ownApi<System>('/studio/system');
  return { ...system, checks: [...system.checks, ...checkOwnClock(system.now, Date.now())] };
}
clientLoader.hydrate = true as const;

export const meta = dashboardMeta(() => t('dashboard.system.page_title'));

export function HydrateFallback() {
  return <PageLoading title={t('dashboard.system.system')}>{t('dashboard.common.loading')}</PageLoading>;
}

export default function HealthPage({ loaderData: system }: Route.ComponentProps) {
  const { studio } = useStudio();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const looking = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, LOOK_MS);
    return () => clearInterval(looking);
  }, [revalidate]);
  const webSocket = useWebSocketCheck();
  const checks = webSocket ? [...system.checks, webSocket] : system.checks;
  const problems = checks.filter(({ state }) => state !== 'ok').length;
  const usedShare = 1 - system.disk.free_bytes / Math.max(1, system.disk.total_bytes);
  return (
    <>
      <PageHeader title={t('dashboard.system.system')}>
        {problems === 0
          ? t('dashboard.system.everything_works')
          : t('dashboard.system.checks_need_attention', { problems })}
      </PageHeader>
      <dl className="pulse">
        <Figure
          label={t('dashboard.system.free_disk_space')}
          value={formatBytes(system.disk.free_bytes)}
          isHot={usedShare > 0.9}
        />
        <Figure label={t('dashboard.system.database_size')} value={formatBytes(system.database.bytes)} />
        <Figure label={t('dashboard.system.memory_used')} value={formatBytes(system.memory_bytes)} />
        <Figure
          label={t('dashboard.system.database_connections')}
          value={String(system.database.connections)}
        />
        <Figure
          label={t('dashboard.system.running_since')}
          value={since(new Date(system.started_at), new Date(), studio.zone)}
        />
      </dl>
      <div className="dash-columns">
        <div className="dash-stack">
          <Panel title={t('dashboard.system.checks')}>
            <ul className="dash-list">
              {checks.map((check) => (
                <CheckItem key={check.name + check.message} check={check} />
              ))}
            </ul>
          </Panel>
          <TablesPanel tables={system.database.tables} />
        </div>
        <div className="dash-stack">
          <Panel title={t('dashboard.system.disk_usage')}>
            <dl className="settings">
              {system.folders.map(({ name, bytes }) => (
                <Line
                  key={name}
                  label={<span translate="no">{name}</span>}
                  value={bytes > 0 ? formatBytes(bytes) : t('dashboard.system.not_available')}
                />
              ))}
            </dl>
          </Panel>
          <Panel title={t('dashboard.system.version')}>
            <dl className="settings">
              <Line label={t('dashboard.system.program')} value={system.program} />
              <Line label={t('dashboard.system.postgre_sql')} value={system.database.version} />
              <Line label={t('dashboard.system.node')} value={system.node} />
            </dl>
          </Panel>
        </div>
      </div>
    </>
  );
}

function TablesPanel({ tables }: { tables: System['database']['tables'] }) {
  return (
    <Panel title={t('dashboard.system.largest_tables')}>
      <ColumnTable
        label={t('dashboard.system.tables_by_size')}
        columns={[
          t('dashboard.system.table'),
          { end: t('dashboard.system.rows_estimate') },
          { end: t('dashboard.system.size') },
        ]}
      >
        {tables.map(({ name, rows, bytes }) => (
          <TableRow key={name}>
            <TableHeader scope="row" translate="no">
              {name}
            </TableHeader>
            <TableCell align="end">{rows}</TableCell>
            <TableCell align="end">{formatBytes(bytes)}</TableCell>
          </TableRow>
        ))}
      </ColumnTable>
    </Panel>
  );
}

function CheckItem({ check }: { check: Check }) {
  const { name, message, advice } = checkText(check);
  return (
    <li>
      <span>
        <b>{name}</b>
        <span className="dash-quiet">{message}</span>
        {advice ? <span className="check-advice">{advice}</span> : null}
      </span>
      <Badge tone={tones[check.state]}>{t(`dashboard.health.state_${check.state}`)}</Badge>
    </li>
  );
}

function Figure({ label, value, isHot }: { label: string; value: string; isHot?: boolean }) {
  return (
    <div data-hot={isHot || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Line({ label, value }: { label: React.ReactNode; value: string }) {
  return (
    <div className="setting setting-line">
      <dt className="setting-label">{label}</dt>
      <dd className="setting-value">{value}</dd>
    </div>
  );
}
