// Captures audio in the browser in the best format available: WebM with Opus where it can be recorded, raw samples
// elsewhere (Safari). The station accepts both.
import workletUrl from './pcm-worklet.ts?worker&url';

export interface Capture {
  /** The format sent to the station first. */
  hello: object;
  /** More unsent bytes than this mean that the connection is too slow. */
  maxUnsentBytes: number;
  /** Starts a new recording for each connection, because a decoder needs its header. Returns a function that stops it. */
  begin(send: (chunk: Blob | ArrayBuffer) => void): () => void;
  close(): void;
}

const FORMAT = 'audio/webm;codecs=opus';
const CHUNK_MS = 200;

export function canCapture(): boolean {
  return canRecord() || typeof AudioWorkletNode === 'function';
}

export async function openCapture(stream: MediaStream): Promise<Capture> {
  return canRecord() ? recorded(stream) : samples(stream);
}

function canRecord(): boolean {
  return typeof MediaRecorder === 'function' && MediaRecorder.isTypeSupported(FORMAT);
}

function recorded(stream: MediaStream): Capture {
  return {
    hello: { type: 'start', format: 'webm-opus' },
    maxUnsentBytes: 256 * 1024,
    begin(send) {
      const recorder = new MediaRecorder(stream, { mimeType: FORMAT, audioBitsPerSecond: 160_000 });
      let isOver = false;
      recorder.addEventListener('dataavailable', ({ data }) => {
        if (!isOver && data.size > 0) send(data);
      });
      recorder.start(CHUNK_MS);
      return () => {
        isOver = true;
        if (recorder.state !== 'inactive') recorder.stop();
      };
    },
    close: () => {},
  };
}

async function samples(stream: MediaStream): Promise<Capture> {
  const context = new AudioContext({ sampleRate: 48_000 });
  await context.audioWorklet.addModule(workletUrl);
  const source = context.createMediaStreamSource(stream);
  return {
    hello: { type: 'start', format: 'pcm-s16', sampleRate: context.sampleRate, channels: 2 },
    maxUnsentBytes: 1024 * 1024,
    begin(send) {
      const node = new AudioWorkletNode(context, 'onda-pcm', {
        channelCount: 2,
        channelCountMode: 'explicit',
      });
      node.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => send(data);
      source.connect(node);
      // It outputs silence, but browsers only run nodes connected to the output.
      node.connect(context.destination);
      void context.resume();
      return () => {
        node.port.onmessage = null;
        source.disconnect(node);
        node.disconnect();
      };
    },
    close: () => void context.close(),
  };
}
