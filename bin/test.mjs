// npm test: installs what is missing, then runs every kind of check and test, all of them even when one fails.
// Ends with a list of what failed; the last line is "N passed, M failed" and the exit code 1 when anything failed.
// npm test -- check | unit | api | process | site runs some of it; further arguments go to the test runners.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureInstall, runNpm } from './ensure-install.mjs';
import { findNode, ROOT } from './find-node.mjs';
import { runChild } from './processes.mjs';
import { failuresOfPlaywright, failuresOfVitest } from './test-failures.mjs';

const REPORTS = join(ROOT, 'artefacts', 'reports');
const KINDS = ['check', 'unit', 'api', 'process', 'site'];
const say = (line) => console.log(line);

const args = process.argv.slice(2);
const chosen = KINDS.filter((kind) => args.includes(kind));
const isWanted = (kind) => chosen.length === 0 || chosen.includes(kind);
const passedOn = args.filter((arg) => !KINDS.includes(arg));
// Data folders that tests copy are made once for all test runners: e2e/start/used-folder.ts.
const usedFolders = mkdtempSync(join(tmpdir(), 'onda-used-folders-'));
// PostgreSQL's own user walks into it when the tests run as root.
chmodSync(usedFolders, 0o711);
process.on('exit', () => rmSync(usedFolders, { recursive: true, force: true }));
const totals = { passed: 0, failed: 0 };
const failures = [];

await stage('packages', () => ensureInstall(say));
// Checks and build keep one core busy each, so they run beside each other.
await Promise.all([
  isWanted('check') && runChecks(),
  (isWanted('process') || isWanted('site')) && stage('build', () => ensureBuild(say)),
]);
if (isWanted('unit') || isWanted('api')) await stage('unit and API tests', runUnitTests);
if (isWanted('process')) {
  await stage('process tests', () => runVitest('process', ['--config', 'vitest.process.config.ts']));
}
if (isWanted('site')) await stage('browser tests', runBrowserTests);

// A log is read from its end: thousands of lines may stand between a failure and the total.
if (failures.length > 0) say(`\n== failed\n${failures.join('\n')}\n`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;

async function runChecks() {
  await stage('format, lint and types', () => runCheck('check', 'found errors.'));
  await stage('unused code', () => runCheck('unused', 'found files, exports or packages that nothing uses.'));
}

async function runCheck(script, failure) {
  const code = await runNpm(['run', '--silent', script], { env: environment() });
  if (code !== 0) throw new Error(`npm run ${script} ${failure}`);
  totals.passed += 1;
}

/** A stage that breaks is one failure; the stages after it still run, because they may break for other reasons. */
async function stage(name, run) {
  say(`\n== ${name}`);
  const startedMs = Date.now();
  try {
    await run();
  } catch (error) {
    totals.failed += 1;
    console.error(`${name}: ${error.message}`);
    failures.push(`${name}: ${error.message}`);
  }
  say(`== ${name}: ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
}

function runUnitTests() {
  // The backend host and the server are the API; both kinds together are simply everything.
  const api = ['backend/', 'server/'];
  const unit = ['app/', 'bin/', 'contracts/', 'radio/'];
  // Files that were named run alone: the runner would add those of the folders.
  const hasFiles = passedOn.some((word) => existsSync(join(ROOT, word)));
  const isAll = hasFiles || (isWanted('unit') && isWanted('api'));
  return runVitest('unit', isAll ? [] : isWanted('api') ? api : unit);
}

async function runVitest(name, parameters) {
  const report = freshReport(name);
  const code = await runNode([
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...parameters,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...passedOn,
  ]);
  const result = readReport(report, code);
  failures.push(...failuresOfVitest(result));
  count({ passed: result.numPassedTests, failed: result.numFailedTests, code });
}

async function runBrowserTests() {
  const browser = ensureBrowser(say);
  const report = freshReport('site');
  const code = await runNode(
    [join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', ...passedOn],
    { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON: report },
  );
  const result = readReport(report, code);
  failures.push(...failuresOfPlaywright(result));
  const { stats } = result;
  count({ passed: stats.expected + stats.flaky, failed: stats.unexpected, code });
}

function count({ passed, failed, code }) {
  totals.passed += passed;
  totals.failed += failed;
  // A file that cannot even be loaded, or an error outside of any test, fails the run without a failed test.
  if (code !== 0 && failed === 0)
    throw new Error(`the test runner ended with exit code ${code} although no test failed.`);
}

function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, `${name}.json`);
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
  // The whole suite keeps two cores busy for a quarter of an hour: a missed beat there is tried again.
  const TEST_RETRIES = process.env.TEST_RETRIES ?? (chosen.length === 0 ? '2' : '0');
  return { ...process.env, PATH: path, TEST_RETRIES, USED_FOLDERS: usedFolders, ...extra };
}
