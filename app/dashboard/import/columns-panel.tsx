// Which column means what, with what stands in the first row beside it; then the dry run.
import { useMemo, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { Select } from '#app/ui/select.tsx';
import { Panel } from '../layout/page.tsx';
import { type Import, tryImport } from './import-api.ts';
import {
  type DateOrder,
  guessMapping,
  type ImportKind,
  importKinds,
  type Mapping,
  mapRows,
} from './import-kinds.ts';
import type { BroughtFile } from './import-page.tsx';
import {
  decodeText,
  detectSeparator,
  ENCODINGS,
  type Encoding,
  parseTable,
  type ReadTable,
  SEPARATORS,
  type Separator,
} from './read-table.ts';

const encodingLabels: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little end first',
  'utf-16be': 'UTF-16, big end first',
  'windows-1252': 'Windows-1252',
};
const separatorLabels: Record<Separator, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };

interface ColumnsPanelProps {
  kind: ImportKind;
  file: BroughtFile;
  encoding: Encoding;
  onTried(tried: Import): void;
}

export function ColumnsPanel({ kind, file, encoding: found, onTried }: ColumnsPanelProps) {
  const [encoding, setEncoding] = useState(found);
  const [chosenSeparator, setSeparator] = useState<Separator | null>(null);
  const [order, setOrder] = useState<DateOrder>('day first');
  const [changed, setChanged] = useState<Mapping>({});
  const [running, setRunning] = useState<{ words: string; share: number | null } | null>(null);
  const [problem, setProblem] = useState('');
  const read = useMemo(() => {
    const text = decodeText(file.bytes, encoding);
    const separator = chosenSeparator ?? detectSeparator(text);
    try {
      return { separator, table: parseTable(text, separator), problem: '' };
    } catch (reason) {
      return { separator, table: null, problem: describeReason(reason) };
    }
  }, [file, encoding, chosenSeparator]);
  const { table, separator } = read;
  const mapping = { ...(table ? guessMapping(kind, table.header) : {}), ...changed };
  const missing = importKinds[kind].fields.filter(
    ({ name, isNeeded }) => isNeeded && (mapping[name] ?? -1) < 0,
  );
  const attempt = async () => {
    if (!table) return;
    setProblem('');
    setRunning({ words: 'The rows are on their way.', share: 0 });
    try {
      const rows = mapRows(kind, table.rows, mapping, order);
      onTried(await tryImport({ kind, fileName: file.name, rows }, setRunning));
    } catch (reason) {
      setProblem(describeReason(reason));
    } finally {
      setRunning(null);
    }
  };
  return (
    <Panel
      title="The columns"
      aside={table && `${table.rows.length} ${table.rows.length === 1 ? 'row' : 'rows'}`}
      className="import-columns"
    >
      <div className="import-reading">
        <Field label="Written in">
          <Select value={encoding} onChange={(event) => setEncoding(event.currentTarget.value as Encoding)}>
            {ENCODINGS.map((one) => (
              <option key={one} value={one}>
                {encodingLabels[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Parted by">
          <Select
            value={separator}
            onChange={(event) => setSeparator(event.currentTarget.value as Separator)}
          >
            {SEPARATORS.map((one) => (
              <option key={one} value={one}>
                {separatorLabels[one]}
              </option>
            ))}
          </Select>
        </Field>
        {importKinds[kind].fields.some(({ isDate }) => isDate) && (
          <Field label="Dates such as 3/4/2026 mean">
            <Select value={order} onChange={(event) => setOrder(event.currentTarget.value as DateOrder)}>
              <option value="day first">the third of April</option>
              <option value="month first">the fourth of March</option>
            </Select>
          </Field>
        )}
      </div>
      {table ? (
        <Columns
          kind={kind}
          table={table}
          mapping={mapping}
          onMap={(name, column) => setChanged({ ...changed, [name]: column })}
        />
      ) : (
        <p className="owner-failed" role="alert">
          {read.problem}
        </p>
      )}
      <div className="panel-foot">
        {running && (
          <div className="import-progress" role="status">
            <Progress label="Import" value={running.share} max={1} />
            <p>{running.words}</p>
          </div>
        )}
        {problem && (
          <p className="owner-failed" role="alert">
            {problem}
          </p>
        )}
        {missing.length > 0 && table && (
          <p className="dash-quiet">Still needed: {missing.map(({ label }) => label).join(', ')}.</p>
        )}
        <Button
          variant="primary"
          busy={running !== null}
          disabled={!table || missing.length > 0}
          onClick={() => void attempt()}
        >
          Try every row
        </Button>
      </div>
    </Panel>
  );
}

interface ColumnsProps {
  kind: ImportKind;
  table: ReadTable;
  mapping: Mapping;
  onMap(name: string, column: number): void;
}

function Columns({ kind, table, mapping, onMap }: ColumnsProps) {
  const columns = table.header.map((title, place) => ({ place, title: title || `column ${place + 1}` }));
  return (
    <div className="import-fields">
      {importKinds[kind].fields.map(({ name, label, hint, isNeeded }) => {
        const column = mapping[name] ?? -1;
        const sample = table.rows.find(({ cells }) => (cells[column] ?? '').trim() !== '')?.cells[column];
        return (
          <Field
            key={name}
            label={label}
            aside={isNeeded ? 'needed' : undefined}
            hint={sample ? `“${sample.slice(0, 60)}”` : hint}
          >
            <Select value={column} onChange={(event) => onMap(name, Number(event.currentTarget.value))}>
              <option value={-1}>not in the file</option>
              {columns.map(({ place, title }) => (
                <option key={place} value={place}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
        );
      })}
    </div>
  );
}
