import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...decisions.map((name) => `docs/decisions/${name}`),
  'docs/decisions/README.md',
];

describe('the documentation', () => {
  it('names only files that exist in the architecture page, which fits on 90 lines', () => {
    const text = read('docs/architecture.md');
    const named = [...text.matchAll(/`((?:server|backend|radio|app|contracts|supabase|bin)\/[\w./-]+)`/g)];
    const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
    expect(named.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
  });

  it('links only to files that exist', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)/g)]
        .map(([, target = '']) => join(dirname(page), target))
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('lists every decision in the index', () => {
    const index = read('docs/decisions/README.md');
    expect(decisions.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});
