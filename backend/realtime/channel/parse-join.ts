// Parses a channel join. Lenient where the official service is: missing values or values of
// another type take their default; only what would change who receives what is rejected.

import { randomUUID } from 'node:crypto';
import { isJsonObject } from '#contracts/json-object.ts';
import type { ChangeRequest } from '../changes/subscriptions.ts';
import { errors } from '../errors.ts';

export interface JoinRequest {
  isPrivate: boolean;
  broadcast: {
    acks: boolean;
    self: boolean;
    replay?: { sinceMs: number; max: number };
    wantsReplicationReady: boolean;
  };
  presence: { key: string; isEnabled: boolean };
  changes: ChangeRequest[];
  /** How long the join waits for its table changes; without it the join is answered at once. */
  changesWaitMs?: number;
  accessToken?: string;
}

const maxReplayed = 25;
const maxKeyLength = 1_000;
const maxFilterLength = 4_000;
const defaultWaitMs = 15_000;
const maxWaitMs = 60_000;

type Json = Record<string, unknown>;

export function parseJoin(payload: unknown, limits: { changesPerChannel: number }): JoinRequest {
  const { config, access_token, user_token } = record(payload);
  const {
    broadcast,
    presence,
    postgres_changes,
    postgres_changes_options,
    private: isPrivate,
  } = record(config);
  const { ack, self, replay, replication_ready } = record(broadcast);
  const { key, enabled } = record(presence);
  const token = user_token ?? access_token;
  const waits = record(postgres_changes_options);
  return {
    isPrivate: isTrue(isPrivate),
    broadcast: {
      acks: isTrue(ack),
      self: isTrue(self),
      wantsReplicationReady: isTrue(replication_ready),
      ...(replay === undefined || replay === null
        ? {}
        : { replay: parseReplay(replay, { isPrivate: isTrue(isPrivate) }) }),
    },
    presence: { key: parseKey(key), isEnabled: isTrue(enabled) },
    changes: parseChanges(postgres_changes, limits.changesPerChannel),
    ...(isTrue(waits.wait)
      ? { changesWaitMs: Math.min(positive(waits.timeout) ?? defaultWaitMs, maxWaitMs) }
      : {}),
    ...(typeof token === 'string' ? { accessToken: token } : {}),
  };
}

function parseKey(key: unknown): string {
  if (typeof key === 'number') return String(key);
  if (typeof key !== 'string' || key === '') return randomUUID();
  if (key.length > maxKeyLength) throw errors.invalidJoin('The presence key is too long');
  return key;
}

function parseReplay(replay: unknown, { isPrivate }: { isPrivate: boolean }) {
  if (!isPrivate) throw errors.replayOfPublic();
  const { since, limit = maxReplayed } = record(replay);
  if (typeof since !== 'number' || !Number.isFinite(since)) throw errors.badReplay();
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > maxReplayed) {
    throw errors.badReplay();
  }
  return { sinceMs: since, max: limit };
}

function parseChanges(list: unknown, maxChanges: number): ChangeRequest[] {
  if (!Array.isArray(list)) return [];
  const wanted = list.filter((one) => one !== null && one !== undefined);
  if (wanted.length > maxChanges)
    throw errors.invalidJoin(`A channel may ask for ${maxChanges} kinds of changes at most`);
  return wanted.map((one) => {
    const { event, schema, table, filter, select } = record(one);
    if (typeof filter === 'string' && filter.length > maxFilterLength) {
      throw errors.invalidJoin('A filter is too long');
    }
    return {
      event: typeof event === 'string' ? event : '*',
      schema: typeof schema === 'string' ? schema : 'public',
      ...(typeof table === 'string' ? { table } : {}),
      ...(typeof filter === 'string' && filter !== '' ? { filter } : {}),
      ...(Array.isArray(select) ? { select: select.map(String) } : {}),
      original: record(one),
    };
  });
}

function record(value: unknown): Json {
  return isJsonObject(value) ? value : {};
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}
