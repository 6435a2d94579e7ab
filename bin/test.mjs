// npm test: installs what is missing, then runs every kind of check and test, all of them even when one fails.
// Ends with the time of each stage and a list of what failed; the last line is "N passed, M failed" and the exit code 1
// when anything failed. The options are described by --help.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { choose, filesSince, findBase, listWholeTests } from './changed-tests.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureInstall, runNpm } from './ensure-install.mjs';
import { findNode, ROOT } from './find-node.mjs';
import { hashFiles } from './hash-files.mjs';
import { runChild } from './processes.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';
import { readTestArguments } from './test-arguments.mjs';
import { formatFailure, formatTimes, isFailure, isFlaky, rowsOfPlaywright } from './test-report.mjs';

const REPORTS = join(ROOT, 'artefacts', 'reports');
/** What the black-box suites of the backend host depend on, and the record of what they last passed with. */
const API_INPUTS = ['backend', 'supabase', 'contracts', 'server', 'e2e/api', 'package-lock.json'];
const API_RECORD = join(ROOT, 'node_modules', '.cache', 'onda-api-tests');
const say = (line) => console.log(line);

const given = readTestArguments(process.argv.slice(2));
const { exit, stages: chosen, retries, isFlakyFailed, passedOn, env, isChanged } = given;
if (exit) {
  say(exit.text);
  process.exit(exit.code);
}
const base = isChanged ? findBase() : undefined;
const dependent = isChanged ? findDependent() : undefined;
const isWanted = (kind) =>
  dependent ? (dependent[kind] ?? true) : chosen.length === 0 || chosen.includes(kind);
const temporaryFolder = makeTemporaryFolder();
const rows = [];
const stages = [];
const failures = [];
let checksPassed = 0;

await stage('packages', () => ensureInstall(say));
// Checks and build keep one core busy each, so they run beside each other.
await Promise.all([
  isWanted('check') && runChecks(),
  ['pages', 'process', 'site'].some(isWanted) && stage('build', () => ensureBuild(say)),
]);
// Programs that are started and killed mostly wait, so they run beside the unit tests.
await Promise.all([
  (isWanted('unit') || isWanted('api')) && stage('unit and API tests', runUnitTests),
  isWanted('process') &&
    stage('process tests', () =>
      runVitest('process', ['--config', 'vitest.process.config.ts', ...(dependent?.process || [])]),
    ),
]);
if (isWanted('components')) await stage('component tests', runComponentTests);
if (isWanted('pages'))
  await stage('page tests', () => runVitest('pages', ['--config', 'vitest.pages.config.ts']));
if (isWanted('site')) await stage('browser tests', runBrowserTests);

say(`\n${formatTimes(stages, rows)}`);
failures.push(...rows.filter(isFailure).map(formatFailure));
const flaky = rows.filter(isFlaky).map(formatFailure);
if (flaky.length > 0) say(`\n== flaky\n${flaky.join('\n')}\n`);
// A log is read from its end: thousands of lines may stand between a failure and the total.
if (failures.length > 0) say(`\n== failed\n${failures.join('\n')}\n`);
const passed = rows.filter(({ status }) => status === 'passed' || status === 'flaky').length + checksPassed;
say(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 || (isFlakyFailed && flaky.length > 0) ? 1 : 0;

async function runChecks() {
  await stage('format, lint and types', () => runCheck('check', 'found errors.'));
  await stage('unused code', () => runCheck('unused', 'found files, exports or packages that nothing uses.'));
}

async function runCheck(script, failure) {
  const code = await runNpm(['run', '--silent', script], { env: environment() });
  if (code !== 0) throw new Error(`npm run ${script} ${failure}`);
  checksPassed += 1;
}

/**
 * `run` answers a row for each test. A stage that breaks is one failure; the stages after it still run, because they may
 * break for other reasons.
 */
async function stage(name, run) {
  say(`\n== ${name}`);
  const startedMs = Date.now();
  let tests = 0;
  try {
    const found = (await run()) ?? [];
    rows.push(...found);
    tests = found.length;
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    failures.push(`${name}: ${error.message}`);
  }
  const durationMs = Date.now() - startedMs;
  stages.push({ name, tests, durationMs });
  say(`== ${name}: ${(durationMs / 1000).toFixed(1)} s`);
}

/** The tests of the files changed. A stage that none of them belongs to is left out. */
function findDependent() {
  const found = choose(filesSince(base), listWholeTests());
  return {
    ...found,
    process: found.process.length > 0 && found.process,
    site: found.site.length > 0 && found.site,
  };
}

/** Vitest finds by the imports what depends on the files changed. */
function byImports() {
  return isChanged ? [`--changed=${base}`, '--passWithNoTests'] : [];
}

async function runUnitTests() {
  if (isChanged) return runVitest('unit', byImports());
  // The backend host and the server are the API; both kinds together are simply everything.
  const api = ['backend/', 'server/'];
  const unit = ['app/', 'bin/', 'contracts/', 'radio/'];
  // Files that were named run alone: the runner would add those of the folders.
  const hasFiles = passedOn.some((word) => existsSync(join(ROOT, word)));
  const isAll = isWanted('unit') && isWanted('api');
  if (hasFiles || !isAll || passedOn.length > 0) {
    return runVitest('unit', hasFiles || isAll ? [] : isWanted('api') ? api : unit);
  }
  const inputs = await hashFiles(API_INPUTS);
  const isProven = existsSync(API_RECORD) && readFileSync(API_RECORD, 'utf8') === inputs;
  if (isProven) say('Nothing changed since the suites of e2e/api last passed: they are left out.');
  const found = await runVitest('unit', isProven ? ['--exclude=e2e/api/**'] : []);
  const ofApi = found.filter(({ file }) => file.startsWith('e2e/api/'));
  if (ofApi.length > 0 && !ofApi.some(isFailure)) {
    mkdirSync(join(API_RECORD, '..'), { recursive: true });
    writeFileSync(API_RECORD, inputs);
  }
  return found;
}

function runComponentTests() {
  const browser = ensureBrowser(say);
  return runVitest('components', ['--config', 'vitest.components.config.ts', ...byImports()], {
    CHROMIUM_PATH: browser,
  });
}

async function runVitest(name, parameters, extra = {}) {
  const report = freshReport(`${name}.json`);
  const code = await runNode(
    [
      join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...parameters,
      '--reporter=default',
      `--reporter=${join(ROOT, 'bin', 'vitest-rows.mjs')}`,
      '--reporter=junit',
      `--outputFile.junit=${join(REPORTS, `${name}.xml`)}`,
      ...passedOn,
    ],
    { TEST_ROWS: report, ...extra },
  );
  const result = readReport(report, code);
  failures.push(...result.unhandled.map((message) => `${name} tests: ${message}`));
  return checked(result.rows, code);
}

async function runBrowserTests() {
  const browser = ensureBrowser(say);
  const report = freshReport('site.json');
  const code = await runNode(
    [
      join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      ...(dependent?.site || []),
      ...passedOn,
    ],
    { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON: report, PLAYWRIGHT_JUNIT: join(REPORTS, 'site.xml') },
  );
  return checked(rowsOfPlaywright(readReport(report, code)), code);
}

function checked(found, code) {
  // A file that cannot even be loaded, or an error outside of any test, fails the run without a failed test.
  if (code !== 0 && !found.some(isFailure))
    throw new Error(`the test runner ended with exit code ${code} although no test failed.`);
  return found;
}

function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, name);
  rmSync(path, { force: true });
  return path;
}

function readReport(path, code) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new Error(`the test runner ended with exit code ${code} and wrote no report.`);
  }
}

function runNode(parameters, extra = {}) {
  return runChild(findNode(), parameters, { cwd: ROOT, stdio: 'inherit', env: environment(extra) }).ended;
}

// Tools of node_modules first, its Node before the system's.
function environment(extra = {}) {
  const path = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
  return {
    ...process.env,
    PATH: path,
    TMPDIR: temporaryFolder,
    TEST_RETRIES: retries,
    ...env,
    // Data folders that tests copy are made once for all test runners: e2e/start/used-folder.ts.
    USED_FOLDERS: temporaryFolder,
    ...extra,
  };
}
