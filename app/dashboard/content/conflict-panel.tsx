// Someone else saved meanwhile: shows what they changed and lets the person choose which version to keep.
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
    <Panel title="Someone else changed this" className="content-conflict">
      <p role="alert">{conflict.message} Your version compared with theirs:</p>
      <Changes before={conflict.theirs} after={mine} />
      <div className="content-actions">
        <Button variant="tertiary" size="sm" onClick={onTakeTheirs}>
          Use theirs and discard mine
        </Button>
        <Button variant="destructive" size="sm" onClick={onWriteOver}>
          Save mine over theirs
        </Button>
      </div>
      <p className="dash-quiet">Saved versions stay available under Revisions.</p>
    </Panel>
  );
}
