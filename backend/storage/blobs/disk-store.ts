// Blobs as files of this machine, spread over folders by the beginning of their version. A file gets its final name in
// one step after its bytes are on the disk, so it is whole or not there. No name of a user is in a path.
import { constants } from 'node:fs';
import { access, copyFile, type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BlobStore, type ByteRange, requireVersion } from './blob-store.ts';

const READ_BYTES = 256 * 1024;

export async function openDiskStore(directory: string): Promise<BlobStore> {
  await mkdir(directory, { recursive: true });
  const pathOf = (version: string) =>
    join(directory, requireVersion(version).slice(0, 2), version.slice(2, 4), version);

  return {
    async adopt(version, file) {
      const path = pathOf(version);
      await mkdir(dirname(path), { recursive: true });
      await giveSecondName(file.path, path);
      await syncFile(dirname(path), 'r');
    },
    async read(version, range) {
      const handle = await openIfThere(pathOf(version));
      return handle && streamOf(handle, range);
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

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads when asked for more, one buffer at a time; whoever stops reading closes the file. */
function streamOf(handle: FileHandle, range?: ByteRange): ReadableStream<Uint8Array> {
  let at = range?.start ?? 0;
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, end - at));
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
          at += bytesRead;
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
          if (bytesRead === 0 || at >= end) {
            await handle.close();
            controller.close();
          }
        } catch (error) {
          await handle.close().catch(() => undefined);
          throw error;
        }
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}

/** The staged name stays, so that a resumable upload is not lost with a row that could not be made. */
async function giveSecondName(from: string, to: string): Promise<void> {
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
