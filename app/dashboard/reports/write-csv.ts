// A table as a CSV that spreadsheets open: quoted where needed, with a byte-order mark so that accents survive, and
// without texts that a spreadsheet would take for a formula.

type Cell = string | number;

export function writeCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${[header, ...rows].map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;
}

function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Hands a text over as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to save by then; an address that stays would keep the text in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
