// The line above a form that says who else has it open, and who changed it meanwhile.
import { rich, t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
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
          {rich('dashboard.realtime.changed_since_you_opened_it', {
            name: changedBy,
            button: (text) => <LinkButton onClick={reload}>{text}</LinkButton>,
          })}
        </p>
      )}
      {others.length > 0 && <p>{t('dashboard.realtime.also_open', { names: listNames(others) })}</p>}
    </div>
  );
}
