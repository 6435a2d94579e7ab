// Two people saved the same offering: shows both versions side by side, so that neither is lost.
import { Button } from '#app/ui/button.tsx';
import { Table, TableBody, TableCell, TableRow } from '#app/ui/table.tsx';
import { Columns } from '../../layout/columns.tsx';
import { Panel } from '../../layout/page.tsx';
import { differences, FIELD_NAMES, fieldsOf, type OfferingFields, type WholeOffering } from './offering.ts';

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
  const otherName = conflict.by || 'Someone else';
  return (
    <Panel title={`${otherName} saved this while you were editing`} className="conflict">
      <p>Your changes are still here. Choose a version for each field, then save.</p>
      {differing.length > 0 && (
        <Table label="Both versions">
          <Columns of={['Field', 'Yours', 'Theirs', { hidden: 'Choose' }]} />
          <TableBody>
            {differing.map((field) => (
              <TableRow key={field}>
                <TableCell className="dash-quiet">{FIELD_NAMES[field]}</TableCell>
                <TableCell className="conflict-value">{nameOf(field, mine[field])}</TableCell>
                <TableCell className="conflict-value">{nameOf(field, theirs[field])}</TableCell>
                <TableCell align="end">
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={`Use their ${FIELD_NAMES[field].toLowerCase()}`}
                    onClick={() => onTake({ [field]: theirs[field] })}
                  >
                    Use theirs
                  </Button>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <div className="panel-foot">
        <p>
          {differing.length === 0
            ? 'The form now matches their version.'
            : 'Fields you do not choose keep your version.'}
        </p>
        <Button variant="primary" size="sm" onClick={onSettled}>
          Save my version
        </Button>
      </div>
    </Panel>
  );
}
