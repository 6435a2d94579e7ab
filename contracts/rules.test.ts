// Rules that tests quote ([STUDIO-4], [RADIO-9]) are in a SPEC.md, each once.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SPECS = ['supabase/SPEC.md', 'radio/SPEC.md'];
const FOLDERS = ['app', 'backend', 'bench', 'bin', 'contracts', 'docs', 'e2e', 'radio', 'server', 'supabase'];

async function readQuotes(): Promise<Map<string, string>> {
  const quotes = new Map<string, string>();
  for (const folder of FOLDERS) {
    const files = await readdir(join(ROOT, folder), { recursive: true });
    for (const file of files.filter((name) => /\.(ts|tsx|mts|mjs|sql|md)$/.test(name))) {
      const text = await readFile(join(ROOT, folder, file), 'utf8');
      for (const [, rule = ''] of text.matchAll(/\[([A-Z]+-\d+)\]/g)) quotes.set(rule, `${folder}/${file}`);
    }
  }
  return quotes;
}

it('finds every quoted rule in a SPEC.md, and no rule twice', async () => {
  const specs = await Promise.all(SPECS.map((file) => readFile(join(ROOT, file), 'utf8')));
  const rules = specs.flatMap((text) =>
    [...text.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, rule]) => rule),
  );
  expect(rules).toEqual([...new Set(rules)]);
  const quotes = await readQuotes();
  expect(quotes.size).toBeGreaterThan(30);
  expect([...quotes].filter(([rule]) => !rules.includes(rule))).toEqual([]);
});
