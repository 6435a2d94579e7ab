// Every error that the product API is written to answer with, read from the server's source: its code and its sentence.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..');
const CALL = /new ApiError\(/g;
const FIELD_CHECK =
  /v\.(?:nonEmpty|maxLength|picklist|check|regex)\([^\n]*?'((?:[^'\\]|\\.)*[.!?])'\)|emailAddress\('([^']+)'\)/g;
const FIELD_ERROR = /apiErrors\.invalid\(\{\s*\w+: '([^']+)',?\s*\}\)/g;

export interface ApiErrorCall {
  place: string;
  code: string | undefined;
  /** Undefined for a sentence with values. */
  sentence: string | undefined;
  /** Undefined for a sentence that is passed on. */
  template: string | undefined;
  values: string[];
}

export function readApiErrorCalls(): ApiErrorCall[] {
  return sourceFiles().flatMap(([file, source]) =>
    [...source.matchAll(CALL)].map((match) => {
      const [, code, sentence = '', extra = ''] = readArguments(source, match.index + match[0].length);
      return {
        place: `${file}:${source.slice(0, match.index).split('\n').length}`,
        code: /^'(\w+)'$/.exec(code ?? '')?.[1],
        sentence: /^'([^']*)'$/.exec(sentence)?.[1],
        template: /^`([\s\S]*)`$/.exec(sentence)?.[1],
        values: keysOf(/values: \{([^}]*)\}/.exec(extra)?.[1] ?? ''),
      };
    }),
  );
}

/** The sentences that say what is wrong with a field of a request. */
export function readFieldSentences(): string[] {
  return sourceFiles().flatMap(([, source]) =>
    [...source.matchAll(FIELD_CHECK), ...source.matchAll(FIELD_ERROR)].map(
      (match) => match[1] ?? match[2] ?? '',
    ),
  );
}

function sourceFiles(): [file: string, source: string][] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing\//.test(path))
    .map((path) => [path, readFileSync(join(FOLDER, path), 'utf8')]);
}

/** The arguments of a call whose bracket opened just before `start`. */
function readArguments(source: string, start: number): string[] {
  const args: string[] = [];
  let depth = 1;
  let from = start;
  let quote = '';
  for (let at = start; depth > 0 && at < source.length; at++) {
    const letter = source[at] ?? '';
    if (quote) quote = letter === quote ? '' : quote;
    else if (/['`"]/.test(letter)) quote = letter;
    else if (/[([{]/.test(letter)) depth++;
    else if (/[)\]}]/.test(letter)) depth--;
    if (quote || depth > 1 || (depth === 1 && letter !== ',')) continue;
    args.push(source.slice(from, at).trim());
    from = at + 1;
  }
  return args.filter(Boolean);
}

/** Of the inside of an object literal. */
function keysOf(inside: string): string[] {
  return inside.split(',').flatMap((pair) => /^\s*(\w+)/.exec(pair)?.[1] ?? []);
}
