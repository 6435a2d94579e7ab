// How much may still be recorded: recordings together stay below their limit, and the disk never gets full, because
// the rest of the studio writes to it too.
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type StationText, stationText } from '../station-text.ts';

interface SpaceLeft {
  bytes: number;
  /** Why nothing more can be recorded; null while recording is possible. */
  reason: StationText | null;
}

export interface RecordingSpace {
  left(): Promise<SpaceLeft>;
  used(): Promise<number>;
  readonly maxBytes: number;
}

export interface RecordingSpaceOptions {
  folder: string;
  /** All recordings together. */
  maxBytes: number;
  /** Left free on the disk for everything else. */
  minFreeBytes?: number;
}

const MIN_FREE_BYTES = 512 * 2 ** 20;

export function createRecordingSpace(options: RecordingSpaceOptions): RecordingSpace {
  const { folder, maxBytes, minFreeBytes = MIN_FREE_BYTES } = options;

  async function used(): Promise<number> {
    const names = await readdir(folder).catch(() => []);
    const sizes = await Promise.all(
      names.map((name) =>
        stat(join(folder, name)).then(
          (one) => one.size,
          () => 0,
        ),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  return {
    used,
    maxBytes,
    async left() {
      const [taken, disk] = await Promise.all([used(), statfs(folder).catch(() => undefined)]);
      const inShare = maxBytes - taken;
      const onDisk = disk ? disk.bavail * disk.bsize - minFreeBytes : Number.POSITIVE_INFINITY;
      const bytes = Math.max(0, Math.min(inShare, onDisk));
      if (bytes > 0) return { bytes, reason: null };
      const reason =
        onDisk <= 0
          ? stationText('disk_is_full')
          : stationText('recordings_fill_their_share', { size: { bytes: maxBytes } });
      return { bytes, reason };
    },
  };
}
