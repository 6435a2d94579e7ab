// npm run doctor: what is right and wrong with this installation, and what to do about it. Ends with 1 when something
// does not work.
import { readConfig } from '../config.ts';
import { PROGRAM } from '../program.ts';
import type { Check } from './checks.ts';
import { examine } from './doctor.ts';

const MARKS = { ok: 'ok     ', warn: 'check  ', bad: 'PROBLEM' } as const;

function print({ name, state, message, advice }: Check): void {
  console.log(`  ${MARKS[state]}  ${name}: ${message}`);
  if (advice) console.log(`           ${advice}`);
}

try {
  const config = readConfig(process.env);
  console.log(`\n  ${PROGRAM}, Node ${process.versions.node}\n`);
  const checks = await examine(config);
  for (const check of checks) print(check);
  const problems = checks.filter(({ state }) => state === 'bad').length;
  console.log(
    problems === 0
      ? '\n  Everything works.\n'
      : `\n  ${problems} ${problems === 1 ? 'problem' : 'problems'} found.\n`,
  );
  process.exitCode = problems === 0 ? 0 : 1;
} catch (error) {
  print({
    name: 'settings',
    state: 'bad',
    message: error instanceof Error ? error.message : String(error),
  });
  process.exitCode = 1;
}
