// Parses the command line of a restore. Decides nothing about folders or stores.
import { parseArgs } from 'node:util';
import { RestoreError } from './manifest.ts';
import { readUntil } from './wal/restore-until.ts';

export type RestoreSource =
  | { kind: 'file'; path: string }
  /** An off-site copy; without a name the newest. */
  | { kind: 'copy'; name: string | undefined }
  /** Without a time as far as the archive goes. */
  | { kind: 'moment'; until: Date | undefined };

const USAGE =
  'Restore by one of: npm run restore -- FILE, npm run restore -- --remote [NAME], npm run restore -- --remote --until TIME.';

export function readRestoreArguments(given: string[]): RestoreSource {
  const { values, positionals } = parse(given);
  const [first, ...others] = positionals;
  if (others.length > 0) throw new RestoreError(USAGE);
  if (values.until !== undefined) {
    if (!values.remote || first !== undefined) throw new RestoreError(USAGE);
    return { kind: 'moment', until: readUntil(values.until) };
  }
  if (values.remote) return { kind: 'copy', name: first };
  if (!first) throw new RestoreError(USAGE);
  if (first.startsWith('s3:')) return { kind: 'copy', name: first.slice('s3:'.length) || undefined };
  return { kind: 'file', path: first };
}

function parse(given: string[]) {
  try {
    const options = { remote: { type: 'boolean' }, until: { type: 'string' } } as const;
    return parseArgs({ args: given, options, allowPositionals: true });
  } catch {
    // An unknown option, or --until without a time.
    throw new RestoreError(USAGE);
  }
}
