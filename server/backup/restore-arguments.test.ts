import { expect, it } from 'vitest';
import { readRestoreArguments } from './restore-arguments.ts';

it('restores a file, an off-site copy or a moment', () => {
  expect(readRestoreArguments(['a.zip'])).toEqual({ kind: 'file', path: 'a.zip' });
  expect(readRestoreArguments(['--remote'])).toEqual({ kind: 'copy', name: undefined });
  expect(readRestoreArguments(['--remote', 'a.zip.age'])).toEqual({ kind: 'copy', name: 'a.zip.age' });
  expect(readRestoreArguments(['s3:a.zip.age'])).toEqual({ kind: 'copy', name: 'a.zip.age' });
  const moment = { kind: 'moment', until: new Date('2026-11-16T10:00:00Z') };
  expect(readRestoreArguments(['--remote', '--until', '2026-11-16T10:00:00Z'])).toEqual(moment);
  expect(readRestoreArguments(['--until=2026-11-16T10:00:00Z', '--remote'])).toEqual(moment);
  expect(readRestoreArguments(['--remote', '--until', 'latest'])).toEqual({
    kind: 'moment',
    until: undefined,
  });
});

it.each([
  [],
  ['--until', 'latest'],
  ['--remote', 'a.zip', '--until', 'latest'],
  ['--help'],
  ['--remote', '--until'],
  ['a', 'b'],
])('never takes an option for a file, and says how it is called: %j %j %j %j', (...given) => {
  expect(() => readRestoreArguments(given.filter((argument) => argument !== undefined))).toThrow(
    /^Restore by one of: /,
  );
});

it('wants the time zone of a moment', () => {
  expect(() => readRestoreArguments(['--remote', '--until', '2026-11-16T10:00:00'])).toThrow(/time zone/);
});
