import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const [, buildStage = '', finalStage = ''] = read('Dockerfile').split(/^FROM .*$/m);

describe('the container image', () => {
  it('has every file of the install script before it installs', () => {
    const copied = [...(buildStage.split('RUN npm ci')[0] ?? '').matchAll(/^COPY (.*)$/gm)]
      .flatMap(([, files = '']) => files.split(' '))
      .filter((name) => name.endsWith('.mjs'));
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { postinstall: string } };
    const needed = withImports(scripts.postinstall.replace('node ', ''));
    expect(copied.sort()).toEqual([...needed].sort());
  });

  it('has every folder that the program imports from or reads', () => {
    const { imports } = JSON.parse(read('package.json')) as { imports: Record<string, string> };
    const folders = Object.values(imports).map((path) => path.split('/')[1] ?? '');
    for (const folder of [...folders, 'supabase', 'build', 'bin', 'node_modules'])
      expect(finalStage).toContain(`COPY --from=build /onda/${folder} ${folder}\n`);
  });

  it('runs as a user without rights and takes no tests along', () => {
    expect(finalStage.match(/^USER .*$/gm)?.at(-1)).toBe('USER node');
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['**/*.test.ts', '**/*.test.tsx', '**/testing', 'node_modules', 'data', '.*']),
    );
  });
});

function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ''] of read(file).matchAll(/from '(\.[^']+)'/g))
    withImports(normalize(join(dirname(file), path)), found);
  return found;
}
