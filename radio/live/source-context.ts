// What every request on the source port knows: the port's options and limits, and who sent it.
import type { Socket } from 'node:net';
import type { MountName } from '../mount/mount-facts.ts';
import type { LiveControl } from './live-control.ts';
import type { Host } from './live-session.ts';
import { passwordOf, type SourceHead } from './source-head.ts';
import type { WaitingConnections } from './waiting-connections.ts';

export interface SourceServerOptions {
  liveControl: LiveControl;
  /** The host of a password; undefined when it is wrong. */
  findHost(password: string): Promise<Host | undefined>;
  /** A listener connected to this port. */
  onListener(
    socket: Socket,
    head: { mount: MountName; client: string; wantsIcy: boolean; address: string },
  ): void;
  status(): unknown;
  wrongPasswords: WrongPasswords;
  /** Handles what comes before the first request: a proxy header, TLS. Optional. */
  openConnection?(
    socket: Socket,
    steps: {
      /** The client address of the connection, once known. */
      onAddress(address: string): void;
      onOpened(connection: SourceConnection): void;
    },
  ): void;
  /** What counts as one sender; each address by default. */
  senderOf?(connection: SourceConnection): string;
  limits?: Partial<SourceLimits>;
}

export interface SourceConnection {
  socket: Socket;
  address: string;
}

interface WrongPasswords {
  /** Seconds to wait before another password is checked; 0 for none. */
  waitS(address: string): number;
  note(address: string): void;
}

export interface SourceLimits {
  /** For the complete header, however slowly it arrives. */
  headMs: number;
  /** For a reply, which may need the database. */
  answerMs: number;
  /** Connections without a complete header yet. */
  maxWaitingPerAddress: number;
  maxWaiting: number;
  maxPerAddress: number;
  /** Listeners on this port; the remaining connections are for sources. */
  maxListeners: number;
  maxConnections: number;
}

export const SOURCE_MOUNTS = new Set(['/live', '/radio/live', '/live.mp3', '/radio/live.mp3']);
const LISTENER_MOUNT = /^(?:\/radio)?\/live(?:\.(mp3|aac|opus|opus96))?$/;

/** What a listener on this port asks for; undefined for anything else. */
export function listenerMountOf(path: string): MountName | undefined {
  const found = LISTENER_MOUNT.exec(path);
  return found ? ((found[1] ?? 'mp3') as MountName) : undefined;
}

export interface SourceContext extends SourceServerOptions {
  limits: SourceLimits;
  waiting: WaitingConnections;
  listeners: Set<Socket>;
}

export interface SourceStart {
  /** What came after the head. */
  rest: Buffer;
  leave(): void;
}

/** A connection and the sender it counts for. */
export interface SourceClient extends SourceConnection {
  sender: string;
}

/** The host of a password, or seconds to wait after too many wrong ones from the same address. */
export async function identifySource(
  head: SourceHead,
  { sender }: SourceClient,
  { wrongPasswords, findHost }: SourceContext,
): Promise<{ host: Host; password: string } | number | undefined> {
  const given = passwordOf(head.headers);
  if (!given) return undefined;
  // Before any limit: passwords are long and random, and wrong ones must not lock out a host of the same network.
  const host = await findHost(given.password);
  if (host) return { host, password: given.password };
  const waitS = wrongPasswords.waitS(sender);
  if (waitS > 0) return waitS;
  wrongPasswords.note(sender);
  return undefined;
}
