import { readFileSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it } from 'vitest';
import routes from './routes.ts';

function addresses(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    return [own, ...addresses(children, own)];
  });
}

it('names only addresses of the dashboard that exist in the guide for operators', async () => {
  const known = new Set(addresses(await routes));
  const guide = readFileSync(new URL('../docs/operate.md', import.meta.url), 'utf8');
  const named = [...guide.matchAll(/\/dashboard(?:\/[a-z-]+)*/g)].map(([address]) => address);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((address) => !known.has(address))).toEqual([]);
});
