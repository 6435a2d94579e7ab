// One row of a table as a form: to change it, or to add one. Only what was changed is sent.
import { type FormEvent, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import type { DataTable } from '#contracts/data-window.ts';
import { Panel } from '../../layout/page.tsx';

export type Cells = Record<string, string | null>;

interface RowFormProps {
  table: DataTable;
  /** Null adds a row. */
  row: Cells | null;
  onSave(set: Cells): Promise<void>;
  onCancel(): void;
}

const MAX_CELL = 2000;

/** The list shows the beginning of a long value; saving that would lose the rest. */
function isCut(value: string | null | undefined): boolean {
  return (value?.length ?? 0) > MAX_CELL;
}

export function RowForm({ table, row, onSave, onCancel }: RowFormProps) {
  const [changed, setChanged] = useState<Cells>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await onSave(changed);
    setBusy(false);
  };
  const fields = table.columns.filter(({ isSecret, isGenerated }) => !isSecret && !isGenerated);
  return (
    <Panel title={row ? t('dashboard.data.change_row') : t('dashboard.data.add_row')} className="data-form">
      <form onSubmit={(event) => void submit(event)}>
        <div className="import-fields">
          {fields.map(({ name, type, isNullable, isKey }) => {
            const value = Object.hasOwn(changed, name) ? changed[name] : (row?.[name] ?? null);
            const set = (text: string | null) => setChanged((before) => ({ ...before, [name]: text }));
            return (
              <div key={name}>
                <Field label={<code dir="ltr">{name}</code>} aside={<span dir="ltr">{type}</span>}>
                  <Textarea
                    rows={1}
                    dir="auto"
                    spellCheck={false}
                    value={value ?? ''}
                    disabled={row !== null && (isKey || isCut(row[name]))}
                    onChange={(event) => set(event.target.value)}
                  />
                </Field>
                {isNullable && (
                  <Checkbox
                    label={t('dashboard.data.no_value')}
                    checked={value === null || value === undefined}
                    onChange={(event) => set(event.target.checked ? null : '')}
                  />
                )}
              </div>
            );
          })}
        </div>
        <div className="data-actions">
          <Button variant="primary" type="submit" busy={isBusy}>
            {row ? t('dashboard.data.save_row') : t('dashboard.data.add_row')}
          </Button>
          <Button variant="text" onClick={onCancel}>
            {t('dashboard.common.cancel')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
