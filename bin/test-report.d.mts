export interface TestRow {
  file: string;
  title: string;
  status: string;
  durationMs: number;
  message: string;
}
export function rowsOfPlaywright(report: object): TestRow[];
export function isFailure(row: TestRow): boolean;
export function isFlaky(row: TestRow): boolean;
export function formatFailure(row: TestRow): string;
export function formatTimes(
  stages: { name: string; tests: number; durationMs: number }[],
  rows: TestRow[],
): string;
