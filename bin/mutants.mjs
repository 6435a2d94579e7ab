// npm run mutants [WORDS]: puts one fault after the other into a copy of the last commit and runs the tests that must catch
// it. A fault that no test catches fails the command. With words: only the faults that have them in their description.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstall } from './ensure-install.mjs';
import { findNode, ROOT } from './find-node.mjs';
import { MUTANTS } from './mutant-list.mjs';
import { runChild } from './processes.mjs';

const COPY = join(ROOT, 'artefacts', 'mutants');
const words = process.argv.slice(2).join(' ');
const chosen = MUTANTS.filter(({ fault }) => fault.includes(words));
const missed = [];

await ensureInstall((line) => console.log(line));
makeCopy();
const failedBefore = await failuresOf([...new Set(chosen.flatMap(({ tests }) => tests))]);
if (failedBefore.length > 0) {
  console.log(`These tests fail without any fault:\n  ${failedBefore.join('\n  ')}`);
  process.exit(1);
}
for (const [index, mutant] of chosen.entries()) {
  const [first] = await failuresWith(mutant);
  console.log(`${index + 1}/${chosen.length} ${first ? 'caught' : 'MISSED'}: ${mutant.fault}`);
  if (first) console.log(`    by ${first}`);
  else missed.push(mutant);
}
console.log(`${chosen.length - missed.length} of ${chosen.length} caught`);
process.exitCode = missed.length > 0 ? 1 : 0;

function makeCopy() {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  execFileSync('git', ['clone', '--quiet', '--shared', ROOT, COPY]);
  const modules = join(COPY, 'node_modules');
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), modules]);
  // What tools write themselves would be written into both.
  for (const written of ['.cache', '.vite', '.vite-temp'])
    rmSync(join(modules, written), { recursive: true, force: true });
}

async function failuresWith({ file, from, to, tests }) {
  const path = join(COPY, file);
  const original = readFileSync(path, 'utf8');
  if (original.split(from).length !== 2) throw new Error(`${file} does not have this text once: ${from}`);
  writeFileSync(
    path,
    original.replace(from, () => to),
  );
  try {
    // The first failure is enough: others may wait minutes for what the fault took away.
    return await failuresOf(tests, ['--bail=1']);
  } finally {
    writeFileSync(path, original);
  }
}

/** The names of the tests that failed. A file that cannot be loaded is no test: a fault must be seen for what it does. */
async function failuresOf(tests, options = []) {
  const failures = [];
  for (const stage of new Set(tests.map(stageOf))) {
    const files = tests.filter((test) => stageOf(test) === stage);
    await runChild(findNode(), [join(COPY, 'bin', 'test.mjs'), stage, ...files, ...options], {
      cwd: COPY,
      stdio: 'ignore',
    }).ended;
    const { rows } = JSON.parse(readFileSync(join(COPY, 'artefacts', 'reports', `${stage}.json`), 'utf8'));
    if (rows.length === 0) throw new Error(`No test ran: ${files.join(', ')}`);
    const failed = rows.filter(({ status, title }) => status === 'failed' && title !== '');
    failures.push(...failed.map(({ file, title }) => `${file} › ${title}`));
  }
  return failures;
}

function stageOf(test) {
  if (test.endsWith('.component.test.tsx')) return 'components';
  if (test.endsWith('.pages.test.ts')) return 'pages';
  return 'unit';
}
