// Export of all data of the studio as one file in open formats.
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import type { Route } from './+types/export-page.ts';

const CONTENTS = [
  ['Tables', 'People, programme, bookings, payments, content and radio, as CSV and JSON Lines'],
  ['Accounts', 'Names, contact details and dates, without passwords or keys'],
  ['Calendars', 'Every session of each offering, as iCalendar'],
  ['Files', 'All uploads, with their original names'],
  ['Audio', 'The radio library and recordings, as MP3'],
] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  return null;
}

export const meta = dashboardMeta('export');

export default function ExportPage() {
  return (
    <>
      <PageHeader title="Export">All data of the studio in one file, in open formats.</PageHeader>
      <div className="dash-columns">
        <Panel title="Contents">
          <ul className="dash-list">
            {CONTENTS.map(([what, how]) => (
              <li key={what}>
                <span>
                  <b>{what}</b>
                  <span className="dash-quiet">{how}</span>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Download">
          <div className="panel-foot">
            <p>
              The file is created while you download it and shows the studio at one moment. It contains
              personal data, so store it where only you can read it. Each export is recorded in the{' '}
              <Link to="/dashboard/system/audit?area=export">audit log</Link>.
            </p>
            <Button variant="primary" asChild>
              <a href="/api/studio/export" download>
                Export everything
              </a>
            </Button>
            <p className="dash-quiet">
              To restore a studio, use a <Link to="/dashboard/system/backups">backup</Link>.
            </p>
          </div>
        </Panel>
      </div>
    </>
  );
}
