// Export of all data of the studio as one file in open formats.
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { rich, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { guardPage } from '../guard.server.ts';
import { ColumnsPage, Panel } from '../layout/page.tsx';

const CONTENTS = [
  ['dashboard.export.tables', 'dashboard.export.tables_content'],
  ['dashboard.export.accounts', 'dashboard.export.accounts_content'],
  ['dashboard.export.calendars', 'dashboard.export.calendars_content'],
  ['dashboard.export.files', 'dashboard.export.files_content'],
  ['dashboard.export.audio', 'dashboard.export.audio_content'],
] as const;

export const loader = guardPage('owner');

export const meta = dashboardMeta(() => t('dashboard.export.page_title'));

export default function ExportPage() {
  return (
    <ColumnsPage
      title={t('dashboard.export.export_heading')}
      lead={t('dashboard.export.all_data_of_the_studio_in')}
    >
      <Panel title={t('dashboard.export.contents')}>
        <ul className="dash-list">
          {CONTENTS.map(([what, how]) => (
            <li key={what}>
              <RowText title={t(what)}>{t(how)}</RowText>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={t('dashboard.common.download')}>
        <div className="panel-foot">
          <p>
            {rich('dashboard.export.the_file_is_created_while_you', {
              link: (text) => <Link to="/dashboard/system/audit?area=export">{text}</Link>,
            })}
          </p>
          <Button variant="primary" asChild>
            <a href="/api/studio/export" download>
              {t('dashboard.export.export_everything')}
            </a>
          </Button>
          <p className="dash-quiet">
            {rich('dashboard.export.to_restore_a_studio_use_a', {
              link: (text) => <Link to="/dashboard/system/backups">{text}</Link>,
            })}
          </p>
        </div>
      </Panel>
    </ColumnsPage>
  );
}
