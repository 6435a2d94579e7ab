// What the test runners report, as rows of one shape, and the text at the end of `npm test` that is made of them.
import { stripVTControlCharacters } from 'node:util';

const SHOWN = { lines: 6, slowest: 10 };

/** One row a test of Playwright's JSON report. `flaky`: it passed at a later try. */
export function rowsOfPlaywright(report) {
  return (report.suites ?? []).flatMap(rowsOfSuite);
}

const STATUS = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' };

function rowsOfSuite(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      file: spec.file,
      title: spec.title,
      status: STATUS[status],
      durationMs: results.reduce((sum, { duration = 0 }) => sum + duration, 0),
      message: results.findLast(({ error }) => error)?.error.message ?? '',
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(rowsOfSuite)];
}

export const isFailure = ({ status }) => status === 'failed';
/** It passed only at a later try: its cause is to be found like that of any other failure. */
export const isFlaky = ({ status }) => status === 'flaky';

export function formatFailure({ file, title, status, message }) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [
    `${nameOf({ file, title })}${status === 'flaky' ? ' (passed only when it was tried again)' : ''}`,
    ...lines.slice(0, SHOWN.lines).map((line) => `    ${line}`),
  ].join('\n');
}

const nameOf = ({ file, title }) => (title === '' ? file : `${file} › ${title}`);

/** How long each stage, the slowest files and the slowest tests took. */
export function formatTimes(stages, rows) {
  const totalMs = stages.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const share = (ms) => `${Math.round((100 * ms) / totalMs)} %`;
  const files = new Map();
  for (const { file, durationMs } of rows) files.set(file, (files.get(file) ?? 0) + durationMs);
  return [
    ...table(
      ['stage', 'tests', 'seconds', 'share'],
      stages.map(({ name, tests, durationMs }) => [
        name,
        tests || '',
        seconds(durationMs),
        share(durationMs),
      ]),
    ),
    '',
    ...table(['slowest files', 'seconds'], slowest([...files])),
    '',
    ...table(['slowest tests', 'seconds'], slowest(rows.map((row) => [nameOf(row), row.durationMs]))),
  ].join('\n');
}

function slowest(entries) {
  return entries
    .sort(([, one], [, other]) => other - one)
    .slice(0, SHOWN.slowest)
    .map(([name, ms]) => [name, seconds(ms)]);
}

const seconds = (ms) => (ms / 1000).toFixed(1);

/** Columns of text: the first to the left, numbers to the right. */
function table(head, rows) {
  const lines = [head, ...rows].map((line) => line.map(String));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) =>
    line
      .map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  );
}
