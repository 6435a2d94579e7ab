// Which messages the program uses, found in its source by their keys.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sentences } from './read-catalogues.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const KEY = /(['"`])((?:shared|site|dashboard|email|errors|server)\.[^'"`\n]*)\1/g;
const QUESTION = /\bquestionText\('([\w.]+)'/g;

export function unusedMessages(sentences: Sentences): string[] {
  const source = ['app', 'server', 'radio'].flatMap(sourceOf).join('\n');
  const exact = new Set<string>();
  const patterns: RegExp[] = [];
  for (const [, , key = ''] of source.matchAll(KEY)) {
    if (key.includes('${')) patterns.push(patternOf(key));
    else exact.add(key);
  }
  for (const [, key] of source.matchAll(QUESTION)) exact.add(`${key}_question`).add(`${key}_content`);
  return Object.entries(sentences)
    .flatMap(([area, messages]) => Object.keys(messages).map((name) => `${area}.${name}`))
    .filter(
      (key) =>
        !key.startsWith('errors.') && !exact.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
}

/** `shared.dates.${name}_short` */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\w.]+')}$`);
}

function sourceOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path) && !path.endsWith('message-values.ts'))
    .map((path) => readFileSync(join(ROOT, folder, path), 'utf8'));
}
