// Two people saved the same offering: shows both versions side by side, so that neither is lost.
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { ColumnTable } from '#app/dashboard/layout/column-table.tsx';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { TableCell, TableRow } from '#app/ui/table.tsx';
import { Panel } from '../../layout/page.tsx';
import { differences, fieldName, fieldsOf, type OfferingFields, type WholeOffering } from './offering.ts';

export interface Conflict {
  current: WholeOffering;
  by: string | null;
}

interface ConflictPanelProps {
  conflict: Conflict;
  mine: OfferingFields;
  nameOf(field: keyof OfferingFields, value: OfferingFields[keyof OfferingFields]): string;
  onTake(patch: Partial<OfferingFields>): void;
  /** Saves the form over what the other person saved. */
  onSettled(): void;
}

export function ConflictPanel({ conflict, mine, nameOf, onTake, onSettled }: ConflictPanelProps) {
  const theirs = fieldsOf(conflict.current);
  const differing = differences(mine, theirs);
  const name = conflict.by || t('dashboard.programme.someone_else');
  return (
    <Panel title={t('dashboard.programme.name_saved_while_editing', { name })} className="conflict">
      <p>{t('dashboard.programme.your_changes_are_still_here_choose')}</p>
      {differing.length > 0 && (
        <ColumnTable
          label={t('dashboard.programme.both_versions')}
          columns={[
            t('dashboard.programme.field_column'),
            t('dashboard.programme.yours'),
            t('dashboard.programme.theirs'),
            { hidden: t('dashboard.common.choose') },
          ]}
        >
          {differing.map((field) => (
            <TableRow key={field}>
              <TableCell className="dash-quiet">{fieldName(field)}</TableCell>
              <TableCell className="conflict-value">{nameOf(field, mine[field])}</TableCell>
              <TableCell className="conflict-value">{nameOf(field, theirs[field])}</TableCell>
              <TableCell align="end">
                <RowAction
                  label={t('dashboard.programme.use_theirs')}
                  name={t('dashboard.programme.use_their_field', { field })}
                  onClick={() => onTake({ [field]: theirs[field] })}
                />
              </TableCell>
            </TableRow>
          ))}
        </ColumnTable>
      )}
      <div className="panel-foot">
        <p>
          {differing.length === 0
            ? t('dashboard.programme.the_form_now_matches_their_version')
            : t('dashboard.programme.fields_you_do_not_choose_keep')}
        </p>
        <Button variant="primary" size="sm" onClick={onSettled}>
          {t('dashboard.programme.save_my_version')}
        </Button>
      </div>
    </Panel>
  );
}
