import { expect, test } from 'vitest';
import { readArguments } from './read-arguments.mjs';

test('chooses what runs', () => {
  expect(readArguments([])).toEqual({ isDevelopment: false, isBackendAlone: false });
  expect(readArguments(['--dev'])).toEqual({ isDevelopment: true, isBackendAlone: false });
  for (const project of [['--project', '../app'], ['--project=../app'], ['--project']])
    expect(readArguments([...project, '--backend'])).toEqual({ isDevelopment: false, isBackendAlone: true });
});

test('prints the options when asked', () => {
  for (const flag of ['--help', '-h']) {
    const { exit } = readArguments([flag, '--backend']);
    expect(exit?.code).toBe(0);
    expect(exit?.text).toContain('onda-backend [--project DIR]');
  }
});

test('an unknown option starts nothing', () => {
  for (const given of [['--projct', 'app'], ['app'], ['--backend', '--port=80'], ['--project=app', 'more']])
    expect(readArguments(given).exit).toEqual({ code: 1, text: expect.stringContaining('is not an option') });
});
