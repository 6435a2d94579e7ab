import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findForbidden, formatNotices, isAllowed, listPackages } from './notices.mjs';

describe('third-party notices', () => {
  const packages = listPackages();

  it('lists every package of the lockfile that the program uses (else: npm run notices)', () => {
    const saved = readFileSync(new URL('../THIRD-PARTY-NOTICES.md', import.meta.url), 'utf8');
    expect(saved).toBe(formatNotices(packages));
  });

  it('allows no package with another licence than those of the list', () => {
    expect(findForbidden(packages)).toEqual([]);
  });

  it('reads licence expressions: every part of AND, one part of OR', () => {
    expect(isAllowed('(MIT OR GPL-3.0-only)')).toBe(true);
    expect(isAllowed('Apache-2.0 AND LGPL-3.0-or-later')).toBe(true);
    expect(isAllowed('MIT AND GPL-3.0-only')).toBe(false);
    expect(isAllowed('unknown')).toBe(false);
  });
});
