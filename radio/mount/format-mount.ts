// One mount in a small format. It does nothing while nobody listens: then it only remembers the last seconds of the MP3,
// by reference, and makes its own last seconds from them when a listener comes.
import { PACKET_FORMATS, type PacketFormat } from '../audio/packet-format.ts';
import { STATION } from '../audio/station-format.ts';
import type { FrameBatch } from './frame-batch.ts';
import { createHls, type Hls } from './hls.ts';
import { createMount, type ListenerSocket, type Mount } from './mount.ts';
import { createPacketChunks } from './packet-chunks.ts';
import { createPacketStream, type PacketStream, type PacketStreamOptions } from './packet-stream.ts';

type JoinOptions = Parameters<Mount['join']>[1];

export interface FormatMountOptions extends Pick<PacketStreamOptions, 'openPackets' | 'encoder'> {
  format: PacketFormat;
  clock: { monotonicMs(): number; wallMs(): number };
  onFailure(error: unknown): void;
}

export interface FormatMount {
  announce(airId: string, icyTitle: Buffer): void;
  push(batch: FrameBatch): void;
  /** With the last seconds, as soon as they are there. */
  join(socket: ListenerSocket, options: JoinOptions): Promise<void>;
  /** For HLS; undefined until there is a segment. */
  playlist(segmentPrefix: string, container: HlsContainer): Promise<string | undefined>;
  segment(sequence: number, container: HlsContainer): Buffer | undefined;
  /** Ends what nobody listens to any more. Call it now and then. */
  sweep(): void;
  readonly isActive: boolean;
  close(): void;
}

/** Packed AAC, and AAC in fragmented MP4. */
type HlsContainer = 'aac' | 'm4s';

interface Active {
  mount: Mount;
  stream: PacketStream;
  hls(container: HlsContainer): Hls | undefined;
  ready: Promise<void>;
}

const HISTORY_FRAMES = Math.round((10 * STATION.sampleRate) / STATION.samplesPerFrame);
// As much as a listener of the MP3 gets: pages time titles by it.
const BURST_S = 4.1;
const MAX_BEHIND_S = 20;
// Longer than a listener needs to connect again, and than players need to ask for the next segment.
const IDLE_MS = 40_000;
// A listener waits no longer for a mount that starts.
const READY_MS = 6000;

export function createFormatMount(options: FormatMountOptions): FormatMount {
  const { format, openPackets, encoder, clock, onFailure } = options;
  const { bitrateKbps, packetSamples } = PACKET_FORMATS[format];
  const bytesPerSecond = bitrateKbps * 125;
  const history: FrameBatch[] = [];
  let historyFrames = 0;
  let endFrame = 0;
  const titles = new Map<string, Buffer>();
  let active: Active | undefined;
  let usedMs = Number.NEGATIVE_INFINITY;

  function start(): Active {
    const mount = createMount({
      burstBytes: bytesPerSecond * BURST_S,
      maxBehindBytes: bytesPerSecond * MAX_BEHIND_S,
      monotonicMs: clock.monotonicMs,
    });
    for (const [airId, title] of titles) mount.announce(airId, title);
    const chunks = createPacketChunks(format);
    let hls: Record<HlsContainer, Hls> | undefined;
    const stream = createPacketStream({
      format,
      openPackets,
      encoder,
      onFailure,
      onPackets(packets, air, position) {
        const chunk = chunks.make(packets, air);
        if (chunk) mount.push(chunk);
        if (format !== 'aac') return;
        const rest = { wallMs: clock.wallMs, frameSamples: packetSamples, startSamples: position };
        hls ??= {
          aac: createHls({ ...rest, extension: 'aac' }),
          m4s: createHls({ ...rest, extension: 'm4s' }),
        };
        const end = position + packets.length * packetSamples;
        const behind = endFrame * STATION.samplesPerFrame - end;
        const behindMs = Math.max(0, (behind * 1000) / STATION.sampleRate);
        for (const one of [hls.aac, hls.m4s]) one.push(packets, air, behindMs);
      },
    });
    for (const batch of history) stream.push(batch);
    return { mount, stream, hls: (container) => hls?.[container], ready: within(stream.settled(), READY_MS) };
  }

  function use(): Active {
    usedMs = clock.monotonicMs();
    active ??= start();
    return active;
  }

  function stop(): void {
    active?.mount.close();
    active?.stream.close();
    active = undefined;
  }

  return {
    announce(airId, icyTitle) {
      titles.set(airId, icyTitle);
      for (const id of titles.keys()) {
        if (titles.size <= 4) break;
        titles.delete(id);
      }
      active?.mount.announce(airId, icyTitle);
    },
    push(batch) {
      history.push(batch);
      historyFrames += batch.frames.length;
      endFrame = batch.first + batch.frames.length;
      while (historyFrames - (history[0]?.frames.length ?? 0) > HISTORY_FRAMES)
        historyFrames -= history.shift()?.frames.length ?? 0;
      active?.stream.push(batch);
    },
    async join(socket, joining) {
      const { ready } = use();
      let isGone = false;
      socket.once('close', () => {
        isGone = true;
      });
      await ready;
      if (isGone || socket.destroyed) return joining.onLeave?.('left');
      use().mount.join(socket, joining);
    },
    async playlist(segmentPrefix, container) {
      const { ready, hls } = use();
      await ready;
      return hls(container)?.playlist(segmentPrefix);
    },
    segment(sequence, container) {
      if (active) usedMs = clock.monotonicMs();
      return active?.hls(container)?.segment(sequence);
    },
    sweep() {
      if (active && active.mount.size === 0 && clock.monotonicMs() - usedMs > IDLE_MS) stop();
      else if (active && active.mount.size > 0) usedMs = clock.monotonicMs();
    },
    get isActive() {
      return active !== undefined;
    },
    close: stop,
  };
}

function within(done: Promise<void>, ms: number): Promise<void> {
  return Promise.race([
    done,
    new Promise<void>((resolve) => {
      setTimeout(resolve, ms).unref();
    }),
  ]);
}
