// Which program this is: its name and version, as package.json says.
import { readFileSync } from 'node:fs';

const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  name: string;
  version: string;
};

export const PROGRAM = `${name} ${version}`;
