// node bin/older-versions.mjs COMMIT ...: makes a data folder and a backup with older commits of this repository, in a temporary
// folder, and writes down what tells their version: the migrations that their database records, and the backup's manifest.
// Tests try how this version meets them.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNode, ROOT } from './find-node.mjs';

const RESULTS = join(ROOT, 'server', 'testing', 'older-versions');
// The database driver of commits that had no own one.
const DRIVER = 'postgres@3.4.9';

const MAKE_FOLDER = `
import { readConfig } from './server/config.ts';
import { prepareDataDirectory } from './server/data-directory.ts';
import { openDatabase, prepareForBackend, prepareForStudio } from './server/open-database.ts';
import { loadSecrets } from './server/secrets.ts';
const progress = { step() {}, done() {} };
const config = readConfig(process.env);
await prepareDataDirectory(config.dataDir);
const secrets = await loadSecrets(config);
const database = await openDatabase({ config, secrets, progress, onLost() {} });
await prepareForBackend(database, config, progress);
await prepareForStudio(database, config, progress);
const tables = await database.sql.unsafe(
  "select table_schema || '.' || table_name as name from information_schema.columns where column_name = 'checksum' order by 1");
const ledgers = {};
for (const { name } of tables)
  ledgers[name] = (await database.sql.unsafe('select version, name, checksum from ' + name + ' order by version'))
    .map(({ version, name, checksum }) => [version, name, checksum]);
await database.close();
process.stdout.write('LEDGERS' + JSON.stringify(ledgers));
`;

for (const commit of process.argv.slice(2)) {
  const folder = mkdtempSync(join(tmpdir(), 'onda-older-'));
  chmodSync(folder, 0o755);
  try {
    const source = join(folder, 'source');
    const dataDir = join(folder, 'data');
    const run = (program, ...given) =>
      execFileSync(program, given, {
        cwd: source,
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: dataDir, DEMO: 'off' },
      });
    mkdirSync(source);
    run('git', 'clone', '-q', '--shared', ROOT, '.');
    run('git', 'checkout', '-q', commit);
    symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'));
    execFileSync('npm', ['install', '--no-save', '--silent', '--prefix', folder, DRIVER]);
    writeFileSync(join(source, 'make-folder.mts'), MAKE_FOLDER);
    const ledgers = JSON.parse(run(findNode(), 'make-folder.mts').split('LEDGERS')[1]);
    const backup = join(folder, 'backup.zip');
    run(findNode(), 'server/backup/backup-command.ts', backup);
    const manifest = JSON.parse(execFileSync('unzip', ['-p', backup, 'manifest.json'], { encoding: 'utf8' }));
    const { format, version, program, made_at, migrations } = manifest;
    const date = run('git', 'log', '-1', '--format=%cs').trim();
    const found = { commit, ledgers, manifest: { format, version, program, made_at, migrations } };
    writeFileSync(join(RESULTS, `${date}-${commit}.json`), `${JSON.stringify(found)}\n`);
    console.log(`${date}-${commit}.json`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
