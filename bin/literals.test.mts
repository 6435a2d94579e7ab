// Every text that people read is a message (messages/), so that it can be written in their language. A text in the code is
// found here by its place (between JSX tags, in a label) or by its form (a sentence).
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['app', 'server/mail/templates', 'server/booking', 'server/teaching'];

/** Beginnings of paths, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  'app/site/kit/': 'for engineers',
  'app/bot-check/': 'reasons for the log of the browser',
  'app/dashboard/system/browser-checks.ts':
    'the same shape as the checks of the server, worded by check-text.ts',
  'app/features/sign-in/describe-auth-error.ts': 'a sentence of the auth service that has no code of its own',
};
/** The same in every language: names, keys and units. */
const SAME =
  /^(onda|RSS|MP3|HLS|AAC|Opus|Opus 96|PNG|SVG|CSV|ZIP|QR|URL|ISRC|kHz|kbit\/s|LUFS|dB|MB|kB|GB|min|Mod|iPhone|Wi-Fi|AutoDJ|HTML|PDF|SMTP|S3|UTC|BPM|Icecast 2|anon|https:\/\/)$/;
const LABELS =
  /^(alt|aria-description|aria-label|aria-roledescription|aria-valuetext|aside|description|empty|heading|hint|label|lead|legend|note|placeholder|submit|summary|title)$/;
/** Header values and the paths of drawings. */
const TECHNICAL = /^(Bearer|Mx) /;
const SENTENCE = /^[“"(]?[A-Z][a-zà-ÿ’]+,? [a-z0-9“"’]/;
/** Calls whose texts are read by engineers or machines. */
const NOT_SHOWN =
  /^(Error|TypeError|RangeError|Response|RegExp|console\.\w+|log\.\w+|\w+\.log\.\w+|report|sql|t|rich)$/;

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

interface Found {
  start: number;
  text: string;
}

it('no text that people read is in the code', () => {
  const found = filesIn(FOLDERS).flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    const { program } = parseSync(path, source);
    return literalsOf(program as unknown as Node).map(
      ({ start, text }) => `${path}:${source.slice(0, start).split('\n').length} ${text.trim().slice(0, 80)}`,
    );
  });
  expect(found).toEqual([]);
});

function filesIn(folders: string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.split(sep).join('/')}`,
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\//.test(path))
    .filter((path) => !Object.keys(EXCEPTIONS).some((start) => path.startsWith(start)));
}

function literalsOf(node: Node, found: Found[] = []): Found[] {
  if (isNotShown(node)) return found;
  const text = shownText(node);
  if (text !== undefined) found.push({ start: node.start, text });
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && 'type' in child) literalsOf(child as Node, found);
    }
  }
  return found;
}

function isNotShown({ type, callee, tag, name }: Node): boolean {
  if (type.startsWith('TS') && type !== 'TSAsExpression' && type !== 'TSSatisfiesExpression') return true;
  if (type === 'ImportDeclaration') return true;
  if (type === 'JSXAttribute') return (name as { name?: string }).name === 'className';
  return NOT_SHOWN.test(nameOf(callee as Node) || nameOf(tag as Node));
}

/** "console.warn" */
function nameOf(node: Node | undefined): string {
  if (!node) return '';
  if (node.type === 'Identifier') return node.name as string;
  return node.type === 'MemberExpression'
    ? `${nameOf(node.object as Node)}.${nameOf(node.property as Node)}`
    : '';
}

function shownText(node: Node): string | undefined {
  if (node.type === 'JSXText') return isWord(node.value as string) ? (node.value as string) : undefined;
  if (node.type === 'JSXAttribute') {
    const value = node.value as Node | null;
    const isLabel = LABELS.test(String((node.name as { name?: string }).name));
    return isLabel && value?.type === 'Literal' && isWord(String(value.value))
      ? String(value.value)
      : undefined;
  }
  if (node.type === 'Literal' && typeof node.value === 'string')
    return SENTENCE.test(node.value) && !SAME.test(node.value) ? node.value : undefined;
  if (node.type === 'TemplateLiteral') {
    const whole = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('x');
    return SENTENCE.test(whole) && !TECHNICAL.test(whole) && !/[<>{};]/.test(whole) ? whole : undefined;
  }
  return undefined;
}

function isWord(text: string): boolean {
  return /[A-Za-zÀ-ÿ]{2}/.test(text) && !SAME.test(text.trim());
}
