// Maps the columns of the file to fields, with a sample value for each, and starts the check.

import { useMemo, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import type { Import } from '#contracts/overview.ts';
import { Panel } from '../layout/page.tsx';
import { checkImport, type ImportProgress } from './import-api.ts';
import {
  type DateOrder,
  guessMapping,
  type ImportKind,
  importKinds,
  type Mapping,
  mapRows,
} from './import-kinds.ts';
import { ImportState } from './import-state.tsx';
import {
  decodeText,
  detectSeparator,
  ENCODINGS,
  type Encoding,
  type ImportFile,
  parseTable,
  type ReadTable,
  SEPARATORS,
  type Separator,
} from './read-table.ts';

const encodingLabels: Record<Encoding, () => string> = {
  'utf-8': () => 'UTF-8',
  'utf-16le': () => t('dashboard.import.utf_16_little_endian'),
  'utf-16be': () => t('dashboard.import.utf_16_big_endian'),
  'windows-1252': () => 'Windows-1252',
};
const separatorLabels = {
  ',': 'dashboard.import.comma',
  ';': 'dashboard.import.semicolon',
  '\t': 'dashboard.import.tab',
} as const satisfies Record<Separator, string>;

interface ColumnsPanelProps {
  kind: ImportKind;
  file: ImportFile;
  encoding: Encoding;
  onChecked(checked: Import): void;
}

export function ColumnsPanel({ kind, file, encoding: detected, onChecked }: ColumnsPanelProps) {
  const [encoding, setEncoding] = useState(detected);
  const [chosenSeparator, setSeparator] = useState<Separator | null>(null);
  const [order, setOrder] = useState<DateOrder>('day first');
  const [changed, setChanged] = useState<Mapping>({});
  const [running, setRunning] = useState<ImportProgress | null>(null);
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
    ({ name, isRequired }) => isRequired && (mapping[name] ?? -1) < 0,
  );
  const check = async () => {
    if (!table) return;
    setProblem('');
    setRunning({ label: t('dashboard.import.uploading_rows'), share: 0 });
    try {
      const rows = mapRows(kind, table.rows, mapping, order);
      onChecked(await checkImport({ kind, fileName: file.name, rows }, setRunning));
    } catch (reason) {
      setProblem(describeReason(reason));
    } finally {
      setRunning(null);
    }
  };
  return (
    <Panel
      title={t('dashboard.import.columns')}
      aside={table && t('dashboard.import.rows', { count: table.rows.length })}
      className="import-columns"
    >
      <div className="import-reading">
        <Field label={t('dashboard.import.encoding')}>
          <Select
            value={encoding}
            onChange={(event) => setEncoding(event.currentTarget.value as Encoding)}
            options={ENCODINGS.map((one) => [one, encodingLabels[one]()])}
          />
        </Field>
        <Field label={t('dashboard.import.separator')}>
          <Select
            value={separator}
            onChange={(event) => setSeparator(event.currentTarget.value as Separator)}
            options={SEPARATORS.map((one) => [one, t(separatorLabels[one])])}
          />
        </Field>
        {importKinds[kind].fields.some(({ isDate }) => isDate) && (
          <Field label={t('dashboard.import.meaning_of_dates')}>
            <Select value={order} onChange={(event) => setOrder(event.currentTarget.value as DateOrder)}>
              <option value="day first">{t('dashboard.import.day_first')}</option>
              <option value="month first">{t('dashboard.import.month_first')}</option>
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
        <ImportState running={running} problem={problem} />
        {missing.length > 0 && table && (
          <p className="dash-quiet">
            {t('dashboard.import.missing_columns', {
              columns: missing.map(({ label }) => label()).join(', '),
            })}
          </p>
        )}
        <Button
          variant="primary"
          busy={running !== null}
          disabled={!table || missing.length > 0}
          onClick={() => void check()}
        >
          {t('dashboard.import.check_all_rows')}
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
  const columns = table.header.map((title, place) => ({
    place,
    title: title || t('dashboard.import.column_number', { number: place + 1 }),
  }));
  return (
    <div className="import-fields">
      {importKinds[kind].fields.map(({ name, label, hint, isRequired }) => {
        const column = mapping[name] ?? -1;
        const sample = table.rows.find(({ cells }) => (cells[column] ?? '').trim() !== '')?.cells[column];
        return (
          <Field
            key={name}
            label={label()}
            aside={isRequired ? t('shared.ui.required') : undefined}
            hint={sample ? t('dashboard.import.sample_value', { value: sample.slice(0, 60) }) : hint?.()}
          >
            <Select
              value={column}
              onChange={(event) => onMap(name, Number(event.currentTarget.value))}
              options={columns.map(({ place, title }) => [place, title])}
            >
              <option value={-1}>{t('dashboard.import.not_in_the_file')}</option>
            </Select>
          </Field>
        );
      })}
    </div>
  );
}
