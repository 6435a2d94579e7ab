// How far an import is, and what went wrong with it.
import { t } from '#app/language/messages.ts';
import { Progress } from '#app/ui/progress.tsx';
import type { ImportProgress } from './import-api.ts';

export function ImportState({ running, problem }: { running: ImportProgress | null; problem: string }) {
  return (
    <>
      {running && (
        <div className="import-progress" role="status">
          <Progress label={t('dashboard.import.import_heading')} value={running.share} max={1} />
          <p>{running.label}</p>
        </div>
      )}
      {problem && (
        <p className="owner-failed" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
