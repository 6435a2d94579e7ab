// Someone else saved meanwhile: shows what they changed and lets the person choose which version to keep.
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import type { ContentFields } from '#contracts/draft.ts';
import { Panel } from '../layout/page.tsx';
import { Changes } from './history/changes.tsx';
import type { Conflict } from './use-writing.ts';

interface ConflictPanelProps {
  conflict: Conflict;
  mine: ContentFields;
  onTakeTheirs(): void;
  onWriteOver(): void;
}

export function ConflictPanel({ conflict, mine, onTakeTheirs, onWriteOver }: ConflictPanelProps) {
  return (
    <Panel title={t('dashboard.content.someone_else_changed_this')} className="content-conflict">
      <p role="alert">
        {conflict.message} {t('dashboard.content.compare_your_version')}
      </p>
      <Changes before={conflict.theirs} after={mine} />
      <div className="content-actions">
        <Button variant="tertiary" size="sm" onClick={onTakeTheirs}>
          {t('dashboard.content.use_theirs_and_discard_mine')}
        </Button>
        <Button variant="destructive" size="sm" onClick={onWriteOver}>
          {t('dashboard.content.save_mine_over_theirs')}
        </Button>
      </div>
      <p className="dash-quiet">{t('dashboard.content.saved_versions_stay_available_under')}</p>
    </Panel>
  );
}
