// The names of the WAL archive in the store: <prefix>-wal/<system identifier>/... Another database never has the same
// identifier, so that two studios, or a new one, cannot overwrite each other's log. Pure.
import { SEGMENT_ENDING } from '#backend/database/wal-archive.ts';
import type { BackupCopiesConfig } from '../../outside-services.ts';
import { openRemoteStore, type RemoteStore } from '../offsite/remote-store.ts';

export interface BaseName {
  /** Of its note, which is written when everything that the base needs is in the store. */
  note: string;
  /** Of the file with the base backup. */
  file: string;
  id: string;
  endedAtMs: number;
  /** The first segment that its restore needs. */
  segment: string;
}

const LOG_FILE = String.raw`(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)\.gz\.age`;
const BASE_FILE = String.raw`base-[0-9a-f]{16}\.zip\.age`;
const BASE_NOTE = String.raw`base-\d{14}-[0-9A-F]{24}-[0-9a-f]{16}\.json\.age`;
const NAME = `(?:${LOG_FILE}|${BASE_FILE}|${BASE_NOTE})`;
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})\.gz\.age$/;
const NOTE = /^base-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-([0-9A-F]{24})-([0-9a-f]{16})\.json\.age$/;

const archivePrefix = ({ prefix }: BackupCopiesConfig) => `${prefix.replace(/\/$/, '')}-wal/`;

/** The archive of one database. */
export function openArchive(config: BackupCopiesConfig, systemId: string): RemoteStore {
  const prefix = `${archivePrefix(config)}${systemId}/`;
  return openRemoteStore({ ...config.s3, prefix, names: new RegExp(`^${NAME}$`) });
}

/** The archives of all databases of this prefix: names begin with "<system identifier>/". */
export function openArchives(config: BackupCopiesConfig): RemoteStore {
  const names = new RegExp(String.raw`^\d{1,20}/${NAME}$`);
  return openRemoteStore({ ...config.s3, prefix: archivePrefix(config), names });
}

export const logFileName = (spoolName: string) => `${spoolName.slice(0, -SEGMENT_ENDING.length)}.gz.age`;

export const baseFileName = (id: string) => `base-${id}.zip.age`;

export function baseNoteName({ endedAtMs, segment, id }: Omit<BaseName, 'note' | 'file'>): string {
  // Rounded up: before this second it may not be consistent yet.
  const stamp = new Date(Math.ceil(endedAtMs / 1000) * 1000).toISOString().slice(0, 19).replace(/\D/g, '');
  return `base-${stamp}-${segment}-${id}.json.age`;
}

/** Oldest first. */
export function listBases(names: readonly string[]): BaseName[] {
  const bases: BaseName[] = [];
  for (const note of names) {
    const found = NOTE.exec(note);
    if (!found) continue;
    const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const endedAtMs = Date.UTC(year, month - 1, day, hour, minute, second);
    const [segment = '', id = ''] = found.slice(7);
    bases.push({ note, file: baseFileName(id), id, endedAtMs, segment });
  }
  return bases.sort((one, other) => one.endedAtMs - other.endedAtMs);
}

/** Timeline and number of a segment; undefined for other files. Segments have 16 MB, so 256 of them are one log file. */
export function readSegment(name: string): { timeline: string; number: number } | undefined {
  const found = SEGMENT.exec(name.includes('.') ? name : `${name}.gz.age`);
  const [, timeline = '', high = '', low = ''] = found ?? [];
  if (!found) return undefined;
  return { timeline, number: Number.parseInt(high, 16) * 256 + Number.parseInt(low, 16) };
}

/** Whether every segment from this one to the last is there, and no restore has begun a newer timeline since. */
export function isUnbroken(names: readonly string[], fromSegment: string): boolean {
  const from = readSegment(fromSegment);
  if (!from) return false;
  const later = names
    .flatMap((name) => readSegment(name) ?? [])
    .filter(({ number }) => number >= from.number);
  if (later.some(({ timeline }) => timeline > from.timeline)) return false;
  const own = later.filter(({ timeline }) => timeline === from.timeline).map(({ number }) => number);
  return own.length > 0 && new Set(own).size === Math.max(...own) - from.number + 1;
}
