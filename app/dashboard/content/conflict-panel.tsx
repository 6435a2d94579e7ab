// Somebody else wrote meanwhile: what they changed, and whose words shall stand. Nothing happens before an answer.
import { Button } from '#app/ui/button.tsx';
import { Panel } from '../layout/page.tsx';
import type { ContentFields } from './content.ts';
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
    <Panel title="Somebody else wrote here" className="content-conflict">
      <p role="alert">{conflict.words} Yours against theirs:</p>
      <Changes before={conflict.theirs} after={mine} />
      <div className="content-actions">
        <Button variant="tertiary" size="sm" onClick={onTakeTheirs}>
          Take theirs, give up mine
        </Button>
        <Button variant="destructive" size="sm" onClick={onWriteOver}>
          Write mine over theirs
        </Button>
      </div>
      <p className="dash-quiet">Whichever goes stays among the revisions if it was saved.</p>
    </Panel>
  );
}
