// Writes all CSV files: quoted where needed, and without text that a spreadsheet would run as a formula.

export type CsvCell = string | number | boolean | null | undefined;

/** Without this mark, spreadsheets assume an older encoding. */
export const CSV_MARK = '\ufeff';

export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return CSV_MARK + rows.map((row) => csvLine(row)).join('');
}

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(cell: CsvCell): string {
  const text = typeof cell === 'string' ? withoutFormula(cell) : String(cell ?? '');
  // Spreadsheets of some locales separate cells by semicolons or tabs, so these are quoted too.
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function withoutFormula(text: string): string {
  const isNumber = /^-\d+(\.\d+)?$/.test(text);
  // The full-width forms of these characters also start a formula in some locales.
  return !isNumber && /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
}
