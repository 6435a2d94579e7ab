// Reads what failed out of the reports of the test runners, as lines for the end of the log.
import { stripVTControlCharacters } from 'node:util';

const LINES_SHOWN = 6;

/** Failed tests and files that could not be loaded, in Vitest's JSON report. */
export function failuresOfVitest(report) {
  return (report.testResults ?? []).flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0 && file.status === 'failed') return [formatFailure(file.name, '', file.message)];
    return tests.map((test) => formatFailure(file.name, test.fullName, test.failureMessages?.[0]));
  });
}

/** Tests that failed at every try, in Playwright's JSON report. */
export function failuresOfPlaywright(report) {
  return (report.suites ?? []).flatMap(failuresOfSuite);
}

function failuresOfSuite(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map((test) => formatFailure(spec.file, spec.title, test.results.at(-1)?.error?.message)),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresOfSuite)];
}

function formatFailure(file, title, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [
    `${file}${title === '' ? '' : ` › ${title}`}`,
    ...lines.slice(0, LINES_SHOWN).map((line) => `    ${line}`),
  ].join('\n');
}
