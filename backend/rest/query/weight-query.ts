// Lets a statement count what it puts together while it runs, and stop itself when that is too much: rows of embedded
// lists and bytes of JSON. The count lives in a setting of the transaction, because a statement has no variables.
//
// One number holds both: bytes in the low bits, rows above them. Each part begins so far below its highest bit that the
// bit is set exactly when the limit is passed, so one test finds either.

export interface WeightLimit {
  maxRows: number;
  maxBytes: number;
}

export const weightSetting = 'request.weight';

const bytesBits = 40n;
const bytesTop = 1n << (bytesBits - 1n);
const rowsUnit = 1n << bytesBits;
const rowsBits = 22n;
const rowsTop = 1n << (rowsBits - 1n);
const overweight = bytesTop | (rowsTop * rowsUnit);
const weightError = 'request weight';
const sizeFault = 'response size';

/** What the setting begins with. */
export function initialWeight({ maxRows, maxBytes }: WeightLimit): string {
  return String(
    (rowsTop - clamp(maxRows, rowsTop) - 1n) * rowsUnit + bytesTop - clamp(maxBytes, bytesTop) - 1n,
  );
}

/** An expression that counts, and fails when the count is too high; else it is 0. Both parts are SQL expressions. */
export function weighSql(added: { rows?: string; bytes: string }): string {
  const rows = added.rows ? ` + ${added.rows} * ${rowsUnit}` : '';
  const weight = `set_config('${weightSetting}', (current_setting('${weightSetting}')::int8${rows} + ${added.bytes})::text, true)::int8`;
  // Without the setting in its text the failing branch would be a constant, which PostgreSQL computes beforehand.
  return (
    `CASE ${weight} & ${overweight} WHEN 0 THEN 0 ` +
    `ELSE ('${weightError} ' || current_setting('${weightSetting}'))::int END`
  );
}

/** An expression that fails when the bytes of `value` are too many; else it is null. */
export function limitSizeSql(value: string, maxBytes: number): string {
  const size = `pg_column_size(${value})`;
  return `CASE WHEN ${size} > ${maxBytes} THEN ('${sizeFault} ' || ${size})::int END`;
}

/** The limit that was exceeded, from the error of a statement that stopped itself. */
export function overweightOf(error: { code: string; message: string }): 'rows' | 'bytes' | undefined {
  if (error.code !== '22P02') return undefined;
  if (error.message.includes(`"${sizeFault} `)) return 'bytes';
  const weight = new RegExp(`${weightError} (\\d+)`).exec(error.message)?.[1];
  if (weight === undefined) return undefined;
  return (BigInt(weight) & (rowsTop * rowsUnit)) === 0n ? 'bytes' : 'rows';
}

function clamp(limit: number, top: bigint): bigint {
  return Number.isFinite(limit) && BigInt(Math.floor(limit)) < top - 1n
    ? BigInt(Math.floor(limit))
    : top - 1n;
}
