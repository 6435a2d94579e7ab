// Everything the studio has, to take along: one file in open formats, read by any program, tied to none.
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import type { Route } from './+types/export-page.ts';

const HOLDS = [
  ['Tables', 'people, programme, bookings, money, content, radio: as CSV and as lines of JSON'],
  ['Accounts', 'who they are and since when; no password, no key'],
  ['Calendars', 'every date of each offering as iCalendar'],
  ['Files', 'what was uploaded, under its own name'],
  ['Sound', 'the radio’s library and recordings as MP3'],
] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'export');
}

export default function ExportPage() {
  return (
    <>
      <PageHeader title="Export">Everything, in open formats, in one file.</PageHeader>
      <div className="dash-columns">
        <Panel title="What it holds">
          <ul className="dash-list">
            {HOLDS.map(([what, how]) => (
              <li key={what}>
                <span>
                  <b>{what}</b>
                  <span className="dash-quiet">{how}</span>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Take it along">
          <div className="panel-foot">
            <p>
              The file is written while it is downloaded, from one moment of the studio, and the browser shows
              how far it is. It holds personal data, so keep it where only you can read it; that you took it
              is written in the <Link to="/dashboard/system/audit?area=export">audit log</Link>.
            </p>
            <Button variant="primary" asChild>
              <a href="/api/studio/export" download>
                Export everything
              </a>
            </Button>
            <p className="dash-quiet">
              To bring a studio back as it was, use a <Link to="/dashboard/system/backups">backup</Link>.
            </p>
          </div>
        </Panel>
      </div>
    </>
  );
}
