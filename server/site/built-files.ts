// The files that browsers get: those of the current build, and beneath them those of earlier versions.
import { join } from 'node:path';
import { loadStaticFiles, type StaticFile } from '../http/static-files.ts';
import type { Logger } from '../logger.ts';
import { openEarlierFiles } from './earlier-files.ts';

const BUILD = join(import.meta.dirname, '..', '..', 'build', 'client');

export interface BuiltFiles {
  /** By path. */
  files: Map<string, StaticFile>;
  /** Settles when the current files are saved for the time after them. */
  saved: Promise<void>;
}

export async function openBuiltFiles(options: {
  dataDir: string;
  headers: [string, string][];
  log: Logger;
}): Promise<BuiltFiles> {
  const { dataDir, headers, log } = options;
  const earlier = await openEarlierFiles({ dataDir, buildDir: BUILD, headers });
  return {
    files: new Map([...earlier.files, ...loadStaticFiles(BUILD, headers)]),
    saved: earlier
      .save()
      .catch((error) => log.warn({ err: error }, 'the built files could not be saved for open tabs')),
  };
}
