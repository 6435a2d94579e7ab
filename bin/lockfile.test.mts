import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

describe('package-lock.json', () => {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };

  it('names no registry', () => {
    expect(Object.keys(packages).filter((path) => packages[path]?.resolved)).toEqual([]);
  });

  it('has the optional packages of every platform, without which npm ci fails', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isFound(path, name)),
    );
    expect(missing).toEqual([]);
  });

  /** In the folder of the package itself, or of one that it is installed in. */
  function isFound(path: string, name: string): boolean {
    if (packages[`${path}${path && '/'}node_modules/${name}`]) return true;
    return path !== '' && isFound(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
  }
});
