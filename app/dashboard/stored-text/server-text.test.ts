import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasMessage } from '#app/language/messages.ts';
import { auditAction, auditActor } from '../system/audit-text.ts';
import { BACKUP_TEXTS, backupText } from '../system/backup-text.ts';
import { STATION_TEXTS, stationText } from './station-text.ts';

const sourceOf = (folders: string) =>
  globSync(`${folders}/**/*.ts`)
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join();

it.each([
  ['station', STATION_TEXTS, stationText, sourceOf('{radio,server/radio}')],
  ['backup', BACKUP_TEXTS, backupText, sourceOf('server/backup')],
] as const)('every sentence of the %s is recognised and worded', (area, texts, word, source) => {
  for (const [name, sentence] of Object.entries(texts)) {
    const written = sentence.replaceAll(/\{\w+\}/g, '7');
    expect(hasMessage(`dashboard.${area}.${name}`), name).toBe(true);
    expect(word(written)).toBe(written);
    // As the program writes it: otherwise it would stay English in every language.
    for (const sure of sentence.split(/\{\w+\}|(?<=\.) |^1 more.*attempt|attempts?/))
      expect(source).toContain(sure);
  }
  expect(word('Something else happened.')).toBe('Something else happened.');
});

it('words a reason within a sentence, and leaves names in it as they are', () => {
  const reason = 'Ana {x} ended the live show.';
  expect(stationText(`3 more rejected attempts from 192.0.2.7 within 5 min. The last one: ${reason}`)).toBe(
    `3 more rejected attempts from 192.0.2.7 within 5 min. The last one: ${reason}`,
  );
});

it('words entries of the audit log', () => {
  for (const action of ['gave a role', 'changed booking settings', 'created a new service key', 'flew away'])
    expect(auditAction(action)).toBe(action);
  expect(auditActor('the program')).toBe('the program');
  expect(auditActor('Ana')).toBe('Ana');
});
