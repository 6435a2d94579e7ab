import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const [, buildStage = '', finalStage = ''] = read('Dockerfile').split(/^FROM .*$/m);

describe('the container image', () => {
  it('installs packages as they were published, without a script of its own', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(Object.keys(scripts).filter((name) => name.endsWith('install'))).toEqual([]);
    expect(buildStage.split('RUN npm ci')[0]?.match(/^COPY .*$/gm)).toEqual([
      'COPY package.json package-lock.json .npmrc ./',
    ]);
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
      expect.arrayContaining([
        '**/*.test.ts',
        '**/*.test.tsx',
        '**/testing',
        'node_modules',
        'data',
        'tools',
        '.*',
      ]),
    );
  });
});
