// What `npm start` gives to Node: its flags and the variables before them.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface StartCommand {
  flags: string[];
  variables: Record<string, string>;
}

export async function readStartCommand(): Promise<StartCommand> {
  const path = fileURLToPath(new URL('../../package.json', import.meta.url));
  const { scripts } = JSON.parse(await readFile(path, 'utf8')) as { scripts: { start: string } };
  const parts = scripts.start.split(' ');
  return {
    flags: parts.filter((part) => part.startsWith('--')),
    variables: Object.fromEntries(
      parts.filter((part) => /^[A-Z_]+=/.test(part)).map((part) => part.split('=')),
    ),
  };
}
