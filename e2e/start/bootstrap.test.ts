import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './program.ts';

// A small project around the real bin/ scripts: one package from a folder beside it, so that npm needs no network.
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'onda-bootstrap-'));
  cpSync(join(ROOT, 'bin'), join(project, 'bin'), { recursive: true });
  write('part/package.json', JSON.stringify({ name: 'part', version: '1.0.0' }));
  write(
    'package.json',
    JSON.stringify({ name: 'p', version: '1.0.0', type: 'module', dependencies: { part: 'file:part' } }),
  );
  writeLock('1.0.0');
  return () => rmSync(project, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(project, path, '..'), { recursive: true });
  writeFileSync(join(project, path), text);
}

function writeLock(version: string): void {
  const packages = {
    '': { name: 'p', version: '1.0.0', dependencies: { part: 'file:part' } },
    'node_modules/part': { resolved: 'part', link: true },
    part: { version },
  };
  write(
    'package-lock.json',
    JSON.stringify({ name: 'p', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
  );
}

function run(code: string): { output: string; status: number | null } {
  const parameters = ['--input-type=module', '-e', code];
  const result = spawnSync(process.execPath, parameters, { cwd: project, encoding: 'utf8' });
  return { output: `${result.stdout}${result.stderr}`, status: result.status };
}

const install = () =>
  run("const { ensureInstall } = await import('./bin/ensure-install.mjs'); await ensureInstall(console.log)");
const build = () =>
  run("const { ensureBuild } = await import('./bin/build.mjs'); await ensureBuild(console.log)");

describe('ensureInstall', () => {
  it('installs when nothing is there, and not again', () => {
    expect(install().output).toContain('Installing packages');
    expect(existsSync(join(project, 'node_modules', 'part', 'package.json'))).toBe(true);
    expect(install()).toEqual({ output: '', status: 0 });
  });

  it('takes an installation made by hand for what it is', () => {
    install();
    rmSync(join(project, 'node_modules', '.onda-lock'));
    expect(install()).toEqual({ output: '', status: 0 });
  });

  it('installs again when the lockfile asks for another version', () => {
    install();
    write('part/package.json', JSON.stringify({ name: 'part', version: '2.0.0' }));
    writeLock('2.0.0');
    expect(install().output).toContain('Installing packages');
    expect(install().output).toBe('');
  });

  it('says so when the installation fails, and tries again the next time', () => {
    write(
      'package.json',
      JSON.stringify({ name: 'p', version: '1.0.0', dependencies: { part: 'file:part', absent: '1.0.0' } }),
    );
    const first = install();
    expect(first.status).not.toBe(0);
    expect(first.output).toContain('The packages could not be installed');
    expect(install().output).toContain('Installing packages');
  });
});

describe('ensureBuild', () => {
  const TEXT = 'const wave = 1;\n'.repeat(200);

  beforeEach(() => {
    write('vite.config.ts', '');
    write('react-router.config.ts', '');
    write('app/root.tsx', 'a');
    // In place of the bundler: writes one script and one picture, slowly when asked to.
    write(
      'node_modules/@react-router/dev/bin.cjs',
      `const fs = require('fs');
       fs.mkdirSync('build/client/assets', { recursive: true });
       fs.writeFileSync('build/client/assets/manifest-0.js', 'window.__reactRouterManifest={"entry":{"module":"","imports":[]},"routes":{}};');
       fs.writeFileSync('build/client/a.js', ${JSON.stringify(TEXT)});
       fs.writeFileSync('build/client/b.png', ${JSON.stringify(TEXT)});
       if (fs.existsSync('slow')) setTimeout(() => {}, 60000);
       if (fs.existsSync('broken')) { console.error('no such wave'); process.exit(3); }`,
    );
  });

  it('builds once, again after a change of the sources, and not for a changed test', () => {
    expect(build().output).toContain('Building the site');
    expect(build()).toEqual({ output: '', status: 0 });
    write('app/root.test.tsx', 'test');
    expect(build().output).toBe('');
    write('app/root.tsx', 'b');
    expect(build().output).toContain('Building the site');
    expect(build().output).toBe('');
  });

  it('leaves compressed copies beside text and none beside pictures', () => {
    build();
    const file = (name: string) => readFileSync(join(project, 'build', 'client', name));
    expect(brotliDecompressSync(file('a.js.br')).toString()).toBe(TEXT);
    expect(gunzipSync(file('a.js.gz')).toString()).toBe(TEXT);
    expect(file('a.js.br').length).toBeLessThan(file('a.js').length);
    expect(existsSync(join(project, 'build', 'client', 'b.png.br'))).toBe(false);
  });

  it('makes a build that was killed half-way again', async () => {
    write('slow', '');
    const code = "const { ensureBuild } = await import('./bin/build.mjs'); await ensureBuild(console.log)";
    const killed = spawn(process.execPath, ['--input-type=module', '-e', code], {
      cwd: project,
      detached: true,
    });
    while (!existsSync(join(project, 'build', 'client', 'b.png'))) await sleep(20);
    process.kill(-(killed.pid ?? 0), 'SIGKILL');
    await once(killed, 'exit');
    rmSync(join(project, 'slow'));
    const next = build();
    expect(next.output).toContain('Building the site');
    expect(next.status).toBe(0);
    expect(build().output).toBe('');
  });

  it('shows what the bundler said when it fails', () => {
    write('broken', '');
    const { output, status } = build();
    expect(status).not.toBe(0);
    expect(output).toContain('no such wave');
    expect(output).toContain('The site could not be built (exit code 3)');
  });
});
