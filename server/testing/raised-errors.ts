// Every error that the SQL of the product raises for people, as it is written: its message's name, sentence and values.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', 'supabase', 'migrations');
const CALL = /(?<!function )private\.(fail|fail_later|fail_field|fail_translation|problem)\(/g;
const RAISE = /raise (?:exception|sqlstate) ('(?:[^']|'')*'[^;]*);/g;
const OBSTACLE = /'reason', ('\w+'),\s*'sentence', ('(?:[^']|'')*')/g;
const OBJECT = /^jsonb_build_object\(/;
const VALUES = /'values', jsonb_build_object\(/;
const PASSED_ON = "'message_name', message_name";
/** Arguments of each function, by name. */
const PARAMETERS = {
  fail: ['status', 'reason', 'sentence', 'more'],
  fail_later: ['reason', 'sentence', 'wait_s', 'name'],
  fail_field: ['field', 'sentence', 'name', 'parameters'],
  fail_translation: ['language', 'field', 'sentence', 'name', 'parameters'],
  problem: ['field', 'reason', 'sentence', 'name', 'parameters'],
};

export interface RaisedError {
  place: string;
  /** Undefined where another function passes its own arguments on. */
  name: string | undefined;
  /** With %s for each value; undefined for a sentence that is put together. */
  sentence: string | undefined;
  values: string[];
}

export function readRaisedErrors(): RaisedError[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => readFile(file, readFileSync(join(FOLDER, file), 'utf8')));
}

function readFile(file: string, sql: string): RaisedError[] {
  const place = (index: number) => `${file}:${sql.slice(0, index).split('\n').length}`;
  const calls = [...sql.matchAll(CALL)].map((match) => {
    const kind = match[1] as keyof typeof PARAMETERS;
    const args = readArguments(sql, match.index + match[0].length, PARAMETERS[kind]);
    const reason =
      kind === 'fail_field' && literal(args.field) ? `bad_${literal(args.field)}` : literal(args.reason);
    const more = args.more ?? '';
    const values = args.parameters ? keysIn(args.parameters, OBJECT) : keysIn(more, VALUES);
    if (kind === 'fail_later') values.push('unit', 'count');
    if (kind === 'fail_translation') values.push('language');
    const sentence = sentenceOf(args.sentence ?? '');
    return {
      place: place(match.index),
      name: more.includes(PASSED_ON) ? undefined : (literal(args.name) ?? nameIn(more) ?? reason),
      sentence: kind === 'fail_translation' ? `${sentence} (%s)` : sentence,
      values,
    };
  });
  const raises = [...sql.matchAll(RAISE)].flatMap((match) => {
    const text = match[1] ?? '';
    const hint = /hint = '(\w+)'/.exec(text)?.[1];
    if (!hint) return [];
    const sentence = literal(/^'(?:[^']|'')*'/.exec(text)?.[0])?.replaceAll('%', '%s');
    return [
      { place: place(match.index), name: nameIn(text) ?? hint, sentence, values: keysIn(text, VALUES) },
    ];
  });
  const obstacles = [...sql.matchAll(OBSTACLE)].map((match) => ({
    place: place(match.index),
    name: literal(match[1]),
    sentence: literal(match[2]),
    values: [],
  }));
  return [...calls, ...raises, ...obstacles];
}

/** The arguments of a call whose bracket opened just before `start`; those given by name are found by it. */
function readArguments(sql: string, start: number, parameters: string[]): Record<string, string> {
  const args: Record<string, string> = {};
  let depth = 1;
  let from = start;
  let isQuoted = false;
  for (let at = start; depth > 0; at++) {
    const letter = sql[at] ?? '';
    if (letter === '') throw new Error('A call does not end.');
    if (letter === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (depth > 1 || (depth === 1 && letter !== ',')) continue;
    const text = sql.slice(from, at).trim();
    const count = Object.keys(args).length;
    const named = /^(\w+) => ([\s\S]*)$/.exec(text);
    args[named?.[1] ?? parameters[count] ?? String(count)] = named?.[2] ?? text;
    from = at + 1;
  }
  return args;
}

function literal(sql: string | undefined): string | undefined {
  const text = /^'((?:[^']|'')*)'$/.exec(sql ?? '')?.[1];
  return text?.replaceAll("''", "'");
}

function sentenceOf(sql: string): string | undefined {
  // A format with plain values only: a "case" among them writes a plural.
  const format = /^format\(\s*('(?:[^']|'')*')\s*,/.exec(sql)?.[1];
  if (format) return /\bcase\b/.test(sql) ? undefined : literal(format);
  return literal(sql);
}

function nameIn(sql: string): string | undefined {
  return /"message_name":"(\w+)"/.exec(sql)?.[1] ?? /'message_name', '(\w+)'/.exec(sql)?.[1];
}

/** The keys of the object whose opening matches. */
function keysIn(sql: string, opening: RegExp): string[] {
  const match = opening.exec(sql);
  if (!match) return [];
  const args = Object.values(readArguments(sql, match.index + match[0].length, []));
  return args.filter((_, index) => index % 2 === 0).map((arg) => literal(arg) ?? '?');
}
