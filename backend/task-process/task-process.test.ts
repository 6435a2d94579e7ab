// What a task may do, and what its failure costs: real processes.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTaskProcess, type TaskProcessOptions } from './open-task-process.ts';
import type { tasks } from './testing/odd-tasks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-tasks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function open(options: Partial<TaskProcessOptions> = {}) {
  const opened = openTaskProcess<typeof tasks>({
    tasks: new URL('./testing/odd-tasks.ts', import.meta.url),
    memoryMb: 150,
    maxTaskMs: 20_000,
    ...options,
  });
  onTestFinished(opened.close);
  return opened;
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('tasks', () => {
  it('are done one after the other by one process, and get their source', async () => {
    const one = open();
    const ids = await Promise.all([one.run('processId', null), one.run('processId', null)]);
    expect(new Set(ids).size).toBe(1);
    expect(await one.run('double', { value: 21 })).toBe(42);
    const source = (async function* () {
      yield Buffer.alloc(70_000);
      yield Buffer.alloc(3);
    })();
    expect(await one.run('lengthOf', null, source)).toBe(70_003);
    expect(await one.run('lengthOf', null)).toBe(0);
  });

  it('are done by as many processes at once as are allowed', async () => {
    const two = open({ maxProcesses: 2 });
    const ids = await Promise.all(Array.from({ length: 6 }, () => two.run('processId', null)));
    expect(new Set(ids).size).toBe(2);
  });

  it('end with the process when nothing follows', async () => {
    const one = open({ idleMs: 1 });
    const pid = await one.run('processId', null);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await one.run('processId', null)).not.toBe(pid);
  });

  it('are rejected when the program stops', async () => {
    const one = open();
    const pid = await one.run('processId', null);
    const waiting = [one.run('loop', null), one.run('double', { value: 1 })];
    one.close();
    for (const task of waiting) await expect(task).rejects.toMatchObject({ failure: 'unavailable' });
    await expect(one.run('double', { value: 1 })).rejects.toMatchObject({ failure: 'unavailable' });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

describe('a failure', () => {
  it('of a task is its own sentence, and the process goes on', async () => {
    const one = open();
    const pid = await one.run('processId', null);
    await expect(one.run('fail', { message: 'This is no sound.' })).rejects.toMatchObject({
      failure: 'rejected',
      message: 'This is no sound.',
    });
    expect(await one.run('processId', null)).toBe(pid);
  });

  it.each([
    ['a crash', 'crash', null, 'crashed'],
    ['an endless loop', 'loop', null, 'tooSlow'],
    ['more objects than there is memory for', 'hoardObjects', null, 'crashed'],
  ] as const)(
    'by %s fails one task, and the next gets a new process',
    async (_what, name, input, failure) => {
      const one = open({ maxTaskMs: name === 'loop' ? 4000 : 25_000, memoryMb: 40 });
      const pid = await one.run('processId', null);
      const failing = one.run(name, input);
      const next = one.run('processId', null);
      await expect(failing).rejects.toMatchObject({ failure });
      expect(await next).not.toBe(pid);
      expect(isAlive(pid)).toBe(false);
    },
  );

  it('of its source is reported, and the next task does not get what came before', async () => {
    const one = open();
    const source = (async function* () {
      yield Buffer.alloc(70_000);
      throw new Error('the disk is gone');
    })();
    const failing = one.run('lengthOf', null, source);
    const next = one.run('lengthOf', null);
    await expect(failing).rejects.toThrow('the disk is gone');
    expect(await next).toBe(0);
  });

  it.runIf(process.platform === 'linux')('by large buffers ends at the limit of the system', async () => {
    const one = open();
    expect(await one.run('hoard', { mb: 50 })).toBe(50 * 2 ** 20);
    await expect(one.run('hoard', { mb: 800 })).rejects.toMatchObject({ name: 'TaskError' });
    expect(await one.run('double', { value: 2 })).toBe(4);
  });

  it('of the parent, by kill -9, ends the process', async () => {
    const parent = spawn(process.execPath, [fileURLToPath(new URL('./testing/parent.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (text) => resolve(Number(text))),
    );
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

describe('rights', () => {
  it('has no secret of the environment', async () => {
    vi.stubEnv('JWT_SECRET', 'secret');
    vi.stubEnv('DATABASE_URL', 'postgres://secret');
    const names = await open()
      .run('environment', null)
      .finally(() => vi.unstubAllEnvs());
    expect(names.filter((name) => !/^(PWD|OLDPWD|SHLVL|_|NODE_CHANNEL_.*|__CF.*)$/.test(name))).toEqual([
      'MALLOC_ARENA_MAX',
      'PATH',
      'UV_THREADPOOL_SIZE',
    ]);
  });

  it('reads and writes named folders only', async () => {
    const [mine, other] = [join(folder, 'mine'), join(folder, 'secrets.json')];
    await writeFile(other, 'secret');
    const one = open({ folders: [mine] });
    await writeFile(mine, 'mine');
    expect(await one.run('read', { path: mine })).toBe('mine');
    await one.run('write', { path: mine });
    expect(await readFile(mine, 'utf8')).toBe('x');
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const reads = [
      other,
      `${mine}/../secrets.json`,
      '/etc/passwd',
      '/proc/self/environ',
      '/proc/1/environ',
      root,
    ];
    for (const path of [...reads, join(root, 'data', 'secrets.json'), join(root, '.git', 'config')])
      await expect(one.run('read', { path }), path).rejects.toThrow(/restricted/);
    for (const path of [other, `${folder}/new`, join(root, 'backend', 'new.ts'), '/tmp/new'])
      await expect(one.run('write', { path }), path).rejects.toThrow(/restricted/);
    expect(await readFile(other, 'utf8')).toBe('secret');
  });

  it('starts no program, unless it may', async () => {
    for (const program of ['sh', '/bin/sh', process.execPath])
      await expect(open().run('start', { program })).rejects.toThrow(/restricted/);
    expect(await open({ mayStartPrograms: true }).run('start', { program: 'sh' })).toBe(0);
  });
});
