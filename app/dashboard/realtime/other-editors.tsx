// The line above a form that says who else has it open, and who changed it meanwhile.
import { Button } from '#app/ui/button.tsx';
import { listNames } from './editor-names.ts';
import type { Editors } from './use-editors.ts';

interface OtherEditorsProps {
  editors: Editors;
  /** Reloads the item and discards what was typed here. */
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
            Load their version
          </Button>
        </p>
      )}
      {others.length > 0 && <p>Also open: {listNames(others)}.</p>}
    </div>
  );
}
