// The line above a form that says who else has it open, and that somebody kept it meanwhile.
import { Button } from '#app/ui/button.tsx';
import { listNames } from './editor-names.ts';
import type { Editors } from './use-editors.ts';

interface OtherEditorsProps {
  editors: Editors;
  /** Reads the thing anew; what was typed here is given up. */
  onReload(): void;
}

export function OtherEditors({ editors, onReload }: OtherEditorsProps) {
  const { others, changedBy, forgetChange } = editors;
  const reload = () => {
    forgetChange();
    onReload();
  };
  return (
    <div role="status" className="editors-line">
      {changedBy && (
        <p data-changed>
          {changedBy} has changed this since you opened it.{' '}
          <Button variant="link" size="sm" onClick={reload}>
            Show theirs
          </Button>
        </p>
      )}
      {others.length > 0 && <p>Also open at: {listNames(others)}.</p>}
    </div>
  );
}
