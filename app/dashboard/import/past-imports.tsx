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
    <Panel title="Past imports" aside="Reports are deleted after a month">
      <ul className="dash-list">
        {imports.map((one) => (
          <li key={one.id}>
            <span>
              <b>
                {importKinds[one.kind].label}: {one.file_name || 'unnamed file'}
              </b>
              <span className="dash-quiet">
                {since(new Date(one.made_at), new Date(now), studio.zone)},{' '}
                {one.state === 'done'
                  ? `${one.created_count} new, ${one.changed_count} changed, ${one.matched_count} unchanged`
                  : `checked only, ${one.rejected_count} of ${one.row_count} rows rejected`}
              </span>
            </span>
            <Button
              variant="link"
              size="sm"
              aria-label={`Report of ${one.file_name}`}
              onClick={() => onOpen(one)}
            >
              Report
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
