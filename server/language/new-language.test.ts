// Adding a language is a folder and a line, while the program is what it is.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { currentLanguage, t } from '#app/language/messages.ts';
import { inLanguage, loadCatalogues, messageFiles } from './current-language.ts';
import { readLanguages, removeMessagesFolder } from './read-catalogues.ts';

test('a folder and a line in languages.json add a language; what it lacks is English', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onda-messages-'));
  try {
    await mkdir(join(folder, 'eo', 'shared'), { recursive: true });
    await writeFile(join(folder, 'eo', 'shared', 'dates.json'), JSON.stringify({ monday: 'lundo' }));
    const line = { name: 'Esperanto', locale: 'eo', direction: 'ltr', firstWeekday: 1 };
    await writeFile(join(folder, 'languages.json'), JSON.stringify({ eo: line }));
    expect(readLanguages().has('eo')).toBe(false);
    loadCatalogues(folder);
    expect([...readLanguages().keys()].slice(-1)).toEqual(['eo']);
    inLanguage('eo', () => {
      expect(currentLanguage().name).toBe('Esperanto');
      expect(t('shared.dates.monday')).toBe('lundo');
      expect(t('shared.dates.tuesday')).toBe('Tuesday');
      expect(t('shared.dates.minutes_ago', { count: 2 })).toBe('2 minutes ago');
    });
    expect(messageFiles.find('/messages/eo-site-any.json')?.text).toContain('lundo');
  } finally {
    removeMessagesFolder(folder);
    loadCatalogues();
    await rm(folder, { recursive: true });
  }
});
