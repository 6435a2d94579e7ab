import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import type { Import } from '#contracts/overview.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import { importKinds } from './import-kinds.ts';

/** The latest imports with their reports, which are deleted after a month. */
export function PastImports({
  imports,
  now,
  onOpen,
}: {
  imports: Import[];
  now: string;
  onOpen(one: Import): void;
}) {
  const { studio } = useStudio();
  if (imports.length === 0) return null;
  return (
    <Panel
      title={t('dashboard.import.past_imports')}
      aside={t('dashboard.import.reports_are_deleted_after_a_month')}
    >
      <ul className="dash-list">
        {imports.map((one) => (
          <li key={one.id}>
            <RowText
              title={t('dashboard.import.kind_and_file', {
                kind: importKinds[one.kind].label(),
                file: one.file_name || t('dashboard.import.unnamed_file'),
              })}
            >
              {one.state === 'done'
                ? t('dashboard.import.past_import_done', {
                    when: since(new Date(one.made_at), new Date(now), studio.zone),
                    createdCount: one.created_count,
                    changedCount: one.changed_count,
                    matchedCount: one.matched_count,
                  })
                : t('dashboard.import.past_import_checked', {
                    when: since(new Date(one.made_at), new Date(now), studio.zone),
                    rejectedCount: one.rejected_count,
                    rowCount: one.row_count,
                  })}
            </RowText>
            <RowAction
              label={t('dashboard.import.report')}
              name={t('dashboard.import.report_of_file_name', { fileName: one.file_name })}
              onClick={() => onOpen(one)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
