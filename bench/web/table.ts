// Figures as a reader wants them: aligned columns, whole thousands, a goal beside what was reached.

export interface Goal {
  what: string;
  wanted: string;
  reached: string;
  isMet: boolean;
}

export function printTable(title: string, columns: string[], rows: (string | number)[][]): void {
  const cells = [columns, ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  // The first column is text, the others are numbers.
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('   ');
  console.log(`\n${title}`);
  for (const row of cells) console.log(`  ${line(row)}`.trimEnd());
}

export function printGoals(goals: Goal[]): void {
  printTable(
    'Goals',
    ['', 'wanted', 'reached', ''],
    goals.map((goal) => [goal.what, goal.wanted, goal.reached, goal.isMet ? 'met' : 'MISSED']),
  );
}

export function atLeast(what: string, reached: number, wanted: number, digits = 2): Goal {
  return { what, wanted: `>= ${wanted}`, reached: reached.toFixed(digits), isMet: reached >= wanted };
}

export function atMost(what: string, reached: number, wanted: number, digits = 2): Goal {
  return { what, wanted: `<= ${wanted}`, reached: reached.toFixed(digits), isMet: reached <= wanted };
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

export function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
