// Creates the data folder and checks that it is writable before anything uses it.
// Also the one place that writes small files there so that a kill or a power cut leaves the old or the new, never half.
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const PROBE_BYTES = 64 * 1024;

export async function prepareDataDirectory(dataDir: string): Promise<void> {
  try {
    const isNew = await makeFolder(dataDir);
    // Root runs PostgreSQL as another user, who must walk through but never list this folder.
    if (isNew) await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    await probeFolder(dataDir);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (reason === 'ENOSPC' || reason === 'EDQUOT')
      throw new Error(`The disk is full: nothing can be written to ${dataDir}. Free some disk space.`, {
        cause: error,
      });
    throw new Error(
      `The data folder ${dataDir} cannot be written (${explain(reason)}). Set DATA_DIR to a folder that this user may write to.`,
      { cause: error },
    );
  }
}

/** With some bytes: an empty file can still be created on a full disk. */
async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, `.write-probe-${randomBytes(6).toString('hex')}`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(PROBE_BYTES));
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

// Step by step, because Node's recursive mkdir never returns in folders that allow no new entries (/proc).
async function makeFolder(path: string): Promise<boolean> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) return false;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    // Another start may have made it a moment ago.
    if ((await stat(path).catch(() => undefined))?.isDirectory()) return false;
    throw error;
  }
}

function explain(code: string): string {
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'read-only file system',
    ENOSPC: 'no space left on the disk',
    ENOTDIR: 'there is a file with that name',
    EEXIST: 'there is a file with that name',
    ENOENT: 'it cannot be created there',
  };
  return reasons[code] ?? code;
}

/**
 * Writes a file whole, durably, and only if it is not there yet.
 * Answers false when another process was first: then its content counts, not ours.
 */
export function createFileOnce(path: string, content: string, mode: number): Promise<boolean> {
  return writeBeside(path, { content, mode }, async (temporary) => {
    try {
      // Unlike renaming, linking never replaces a file: of two first starts exactly one wins.
      await link(temporary, path);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EEXIST') return false;
      // File systems without hard links (FAT, some network mounts) still rename atomically.
      await rename(temporary, path);
    }
    return true;
  });
}

/** Writes a file whole and durably in place of the one that is there. */
export async function replaceFile(path: string, content: string, mode: number): Promise<void> {
  await writeBeside(path, { content, mode }, async (temporary) => {
    await rename(temporary, path);
    return true;
  });
}

/** Writes a temporary file in the same folder; `place` gives it its name and says whether it did. */
async function writeBeside(
  path: string,
  { content, mode }: { content: string; mode: number },
  place: (temporary: string) => Promise<boolean>,
): Promise<boolean> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  const file = await open(temporary, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
    await file.close();
    const isPlaced = await place(temporary);
    if (isPlaced) await syncDirectory(dirname(path));
    return isPlaced;
  } finally {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
  }
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a folder as a file; its metadata is journalled without asking.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
