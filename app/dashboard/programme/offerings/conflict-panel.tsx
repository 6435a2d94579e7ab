// Two people saved the same offering: both versions side by side, field by field, and nothing lost of either.
import { Button } from '#app/ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/ui/table.tsx';
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
  /** Both were looked at: saving again replaces what the other person saved, as the form now stands. */
  onSettled(): void;
}

export function ConflictPanel({ conflict, mine, nameOf, onTake, onSettled }: ConflictPanelProps) {
  const theirs = fieldsOf(conflict.current);
  const differing = differences(mine, theirs);
  const who = conflict.by || 'Somebody else';
  return (
    <Panel title={`${who} saved this while you were writing`} className="conflict">
      <p>Nothing of yours is lost. Choose field by field, then save.</p>
      {differing.length > 0 && (
        <Table label="Both versions">
          <TableHead>
            <tr>
              <TableHeader>Field</TableHeader>
              <TableHeader>Yours</TableHeader>
              <TableHeader>Theirs</TableHeader>
              <TableHeader align="end">
                <span className="sr-only">Choose</span>
              </TableHeader>
            </tr>
          </TableHead>
          <TableBody>
            {differing.map((field) => (
              <TableRow key={field}>
                <TableCell className="dash-quiet">{FIELD_NAMES[field]}</TableCell>
                <TableCell className="conflict-words">{nameOf(field, mine[field])}</TableCell>
                <TableCell className="conflict-words">{nameOf(field, theirs[field])}</TableCell>
                <TableCell align="end">
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={`Take their ${FIELD_NAMES[field].toLowerCase()}`}
                    onClick={() => onTake({ [field]: theirs[field] })}
                  >
                    Take theirs
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
            ? 'The form now says what they saved.'
            : 'What you do not take stays as you wrote it.'}
        </p>
        <Button variant="primary" size="sm" onClick={onSettled}>
          Save as the form now stands
        </Button>
      </div>
    </Panel>
  );
}
