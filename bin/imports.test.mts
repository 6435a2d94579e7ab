// Import directions that the linter cannot see: between the folders of one part, and cycles that only types make.
// Directions between the parts themselves are in biome.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const PARTS = ['server', 'backend', 'radio', 'app', 'contracts'];
const IMPORT =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm;

/** Folders of the dashboard that every section may use. */
const SHARED = [
  'command-palette',
  'forms',
  'languages',
  'layout',
  'list',
  'pagination',
  'realtime',
  'session',
];
/** Sections that may use another one, and why. */
const ACCEPTED: Record<string, string> = {
  'bookings > radio': 'members see the hour of the radio that their class curates',
  'layout > teach': 'signing out asks about marks that this phone has not sent, and deletes them',
  'radio > reports': 'the figures of listeners are charts of a period, as the reports are',
  'teach > radio': 'teachers see the hour of the radio that their class curates',
  'today > orders': 'the overview shows payments that staff must check',
  'today > radio': 'the overview shows what is on air',
};

const files = PARTS.flatMap((part) =>
  readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
    .map((path) => `${part}/${path.split(sep).join('/')}`)
    .filter((path) => /\.tsx?$/.test(path)),
);
const imports = new Map(files.map((file) => [file, importsOf(file)]));
const productFiles = files.filter((file) => !isTest(file));

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/');
}

/** The files of the product that a file imports, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([, from, alone, later]) => {
    const name = from ?? alone ?? later ?? '';
    const path = name.startsWith('#') ? name.slice(1) : name.startsWith('.') ? join(dirname(file), name) : '';
    const found = normalize(path).split(sep).join('/');
    // Types that the router generates are not in the tree.
    return path !== '' && !found.includes('/+types/') && existsSync(join(root, found)) ? [found] : [];
  });
}

/** Which folder directly below the part imports which, with one example each. */
function folderImports(part: string): Map<string, Map<string, string>> {
  const folderOf = (file: string) =>
    file.startsWith(`${part}/`) ? file.slice(part.length + 1).match(/^([^/]+)\//)?.[1] : undefined;
  const found = new Map<string, Map<string, string>>();
  for (const file of productFiles) {
    const from = folderOf(file);
    if (from === undefined) continue;
    const targets = found.get(from) ?? new Map<string, string>();
    found.set(from, targets);
    for (const target of imports.get(file) ?? []) {
      const to = folderOf(target);
      if (to !== undefined && to !== from && !targets.has(to)) targets.set(to, `${file} imports ${target}`);
    }
  }
  return found;
}

/** Groups of nodes that reach each other (Tarjan). */
function cyclesOf(nodes: Iterable<string>, targetsOf: (node: string) => Iterable<string>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const cycles: string[][] = [];
  const low = (node: string) => lowest.get(node) ?? 0;
  function visit(node: string): void {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    path.push(node);
    for (const target of targetsOf(node)) {
      if (!order.has(target)) visit(target);
      if (path.includes(target)) lowest.set(node, Math.min(low(node), low(target)));
    }
    if (low(node) !== order.get(node)) return;
    const group = path.splice(path.indexOf(node));
    if (group.length > 1) cycles.push(group.sort());
  }
  for (const node of nodes) if (!order.has(node)) visit(node);
  return cycles;
}

describe('imports', () => {
  it('are found in every part', () => {
    for (const part of PARTS.filter((name) => name !== 'contracts'))
      expect(folderImports(part).size, part).toBeGreaterThan(3);
    expect(imports.get('server/create-app.ts')).toContain('server/route-request.ts');
    expect(imports.get('app/dashboard/layout/user-menu.tsx')).toContain(
      'app/dashboard/teach/offline/leave-phone.ts',
    );
  });

  it('form no cycle between files, not even by types', () => {
    expect(cyclesOf(files, (file) => imports.get(file) ?? [])).toEqual([]);
  });

  it.each(['server', 'backend', 'radio', 'app/features'])(
    'form no cycle between the folders of %s',
    (part) => {
      const found = folderImports(part);
      const cycles = cyclesOf(found.keys(), (folder) => found.get(folder)?.keys() ?? []);
      const examples = cycles.map((folders) =>
        folders.flatMap((from) => folders.flatMap((to) => found.get(from)?.get(to) ?? [])),
      );
      expect(examples).toEqual([]);
    },
  );

  it('lead to libraries that decode files of strangers from tasks alone', () => {
    const DECODERS = {
      sharp: 'backend/pictures/picture-tasks.ts',
      'music-metadata': 'radio/library/read-tags.ts',
    };
    for (const [library, task] of Object.entries(DECODERS)) {
      const name = new RegExp(`(?:from|import\\()\\s*'${library}'`);
      const importers = productFiles.filter((file) => name.test(readFileSync(join(root, file), 'utf8')));
      expect(importers).toEqual([task]);
    }
    const ofTasks = [
      'radio/library/convert-file.ts',
      'radio/library/decode-file.ts',
      'radio/library/read-tags.ts',
    ];
    const others = productFiles.filter(
      (file) => !ofTasks.includes(file) && ofTasks.some((target) => imports.get(file)?.includes(target)),
    );
    // The server names the type of a conversion, and no more.
    expect(others.sort()).toEqual(['radio/sound-tasks.ts', 'server/radio/open-sounds.ts']);
    expect(readFileSync(join(root, 'server/radio/open-sounds.ts'), 'utf8')).toContain(
      'import type { Conversion }',
    );
  });

  it('lead from no feature to another', () => {
    expect([...folderImports('app/features').values()].flatMap((targets) => [...targets.values()])).toEqual(
      [],
    );
  });

  it('lead from no section of the dashboard to another, except to shared folders', () => {
    const pairs = [...folderImports('app/dashboard')].flatMap(([from, targets]) =>
      [...targets]
        .filter(([to]) => !SHARED.includes(to))
        .map(([to, example]) => ({ pair: `${from} > ${to}`, example })),
    );
    expect(pairs.filter(({ pair }) => !(pair in ACCEPTED)).map(({ example }) => example)).toEqual([]);
    // What nobody needs any more is taken off the list.
    expect(pairs.map(({ pair }) => pair).sort()).toEqual(Object.keys(ACCEPTED).sort());
  });

  it('lead from the product to no tool: those make what is committed', () => {
    const toTools = productFiles.filter((file) =>
      imports.get(file)?.some((target) => target.startsWith('tools/')),
    );
    expect(toTools).toEqual([]);
  });

  it('lead from the product to no test', () => {
    const tests = productFiles.flatMap((file) =>
      (imports.get(file) ?? []).filter(isTest).map((target) => `${file} imports ${target}`),
    );
    expect(tests).toEqual([]);
  });
});
