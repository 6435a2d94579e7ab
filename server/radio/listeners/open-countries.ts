// Countries of network addresses from a file on this machine (GEOIP_FILE, MaxMind's MMDB format). Nothing is asked of the
// network. A missing or broken file is one line in the log and a warning of the health page; the station runs on.
import { readFile, stat } from 'node:fs/promises';
import { type CountryResponse, Reader } from 'mmdb-lib';
import type { CountriesState } from '../../health/check-countries.ts';
import type { Logger } from '../../logger.ts';

export interface Countries {
  /** Two letters; null where it is not known. */
  of(address: string): string | null;
  readonly state: CountriesState;
  close(): void;
}

const MAX_BYTES = 1024 * 2 ** 20;
const CHECK_MS = 3_600_000;
const METADATA_MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/** Looks for a newer file every hour: such files are replaced every week. */
export async function openCountries(
  file: string | undefined,
  log: Logger,
  { checkMs = CHECK_MS }: { checkMs?: number } = {},
): Promise<Countries> {
  let reader: Reader<CountryResponse> | undefined;
  let state: CountriesState = { file: undefined };
  let readVersion = '';
  const countryOf = (address: string) => {
    try {
      const found = reader?.get(address);
      const code = found?.country?.iso_code ?? found?.registered_country?.iso_code;
      return code && /^[A-Z]{2}$/.test(code) ? code : null;
    } catch {
      return null;
    }
  };
  if (file === undefined) return { of: () => null, state, close: () => undefined };

  const read = async () => {
    const { problem, version, opened } = await openFile(file, readVersion);
    // The last good file goes on being used when a new one is broken.
    if (opened) reader = opened;
    const isNew = version !== readVersion;
    readVersion = version;
    if (problem !== undefined) {
      state = { file, problem };
      if (isNew) log.warn({ file, problem }, 'GEOIP_FILE cannot be used');
    } else if (opened) state = { file, problem: undefined, builtMs: opened.metadata.buildEpoch.getTime() };
  };
  await read();
  const timer = setInterval(() => void read(), checkMs).unref();
  return {
    of: countryOf,
    get state() {
      return state;
    },
    close: () => clearInterval(timer),
  };
}

interface OpenedFile {
  /** Changes with the file, and with what is wrong with it. */
  version: string;
  problem?: 'missing' | 'unreadable' | 'not_a_database' | 'too_large';
  /** Undefined when the file is the same as before. */
  opened?: Reader<CountryResponse>;
}

async function openFile(file: string, knownVersion: string): Promise<OpenedFile> {
  try {
    const { mtimeMs, size } = await stat(file);
    const version = `${mtimeMs} ${size}`;
    if (size > MAX_BYTES) return { version: `${version} too_large`, problem: 'too_large' };
    if (version === knownVersion) return { version };
    const bytes = await readFile(file);
    try {
      // Without it the reader would take any bytes for a description.
      if (!bytes.includes(METADATA_MARK)) return { version: `${version} broken`, problem: 'not_a_database' };
      const opened = new Reader<CountryResponse>(bytes);
      // A file that was cut off fails where it is asked, not where it is opened.
      for (const address of ['192.0.2.1', '8.8.8.8', '2001:4860:4860::8888']) opened.get(address);
      return { version, opened };
    } catch {
      return { version: `${version} broken`, problem: 'not_a_database' };
    }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const problem = isMissing ? 'missing' : 'unreadable';
    return { version: problem, problem };
  }
}
