import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Button } from '#app/ui/button.tsx';
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
            <span>
              <b>
                {importKinds[one.kind].label}: {one.file_name || t('dashboard.import.unnamed_file')}
              </b>
              <span className="dash-quiet">
                {since(new Date(one.made_at), new Date(now), studio.zone)},{' '}
                {one.state === 'done'
                  ? t('dashboard.import.created_count_new_changed_count_2', {
                      createdCount: one.created_count,
                      changedCount: one.changed_count,
                      matchedCount: one.matched_count,
                    })
                  : t('dashboard.import.checked_only_rejected_count_of', {
                      rejectedCount: one.rejected_count,
                      rowCount: one.row_count,
                    })}
              </span>
            </span>
            <Button
              variant="link"
              size="sm"
              aria-label={t('dashboard.import.report_of_file_name', { fileName: one.file_name })}
              onClick={() => onOpen(one)}
            >
              {t('dashboard.import.report')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
