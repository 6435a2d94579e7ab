// Blobs as files of this machine, spread over folders by the beginning of their version. A file gets its final name in
// one step after its bytes are on the disk, so it is whole or not there. No name of a user is in a path.
import { constants } from 'node:fs';
import { access, copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BlobStore, requireVersion } from './blob-store.ts';
import { fileStream } from './file-stream.ts';

export async function openDiskStore(directory: string): Promise<BlobStore> {
  await mkdir(directory, { recursive: true });
  const pathOf = (version: string) =>
    join(directory, requireVersion(version).slice(0, 2), version.slice(2, 4), version);

  return {
    async adopt(version, file) {
      const path = pathOf(version);
      await mkdir(dirname(path), { recursive: true });
      await linkOrCopy(file.path, path);
      await syncFile(dirname(path), 'r');
    },
    async read(version, range) {
      const path = pathOf(version);
      const isThere = await access(path, constants.R_OK).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      );
      return isThere ? fileStream(path, range) : undefined;
    },
    async copy(from, to) {
      const path = pathOf(to);
      await mkdir(dirname(path), { recursive: true });
      try {
        // Where the file system can, both share their blocks until one of them goes.
        await copyFile(pathOf(from), `${path}.part`, constants.COPYFILE_FICLONE);
        await syncFile(`${path}.part`, 'r+');
        await rename(`${path}.part`, path);
      } catch (error) {
        // Half a copy on a full disk would be room that nobody gets back.
        await rm(`${path}.part`, { force: true });
        throw error;
      }
      await syncFile(dirname(path), 'r');
    },
    async remove(versions) {
      for (const version of versions) await rm(pathOf(version), { force: true });
    },
    check: () => access(directory, constants.R_OK | constants.W_OK),
    async close() {},
  };
}

/** The staged name stays, so that a resumable upload is not lost with a row that could not be made. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // Some file systems know no second names.
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/.test(code)) throw error;
    await rename(from, to);
  }
}

// Folders too: a name is on the disk only when its folder is.
async function syncFile(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
