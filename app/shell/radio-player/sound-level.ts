// The current loudness, for animations. Measured on a copy of the stream: playback never depends on it, and without a
// copy (or with a stream of another origin) there is no level.
import { radioPlayer } from './player-store.ts';

type Capturing = HTMLAudioElement & {
  captureStream?: () => MediaStream;
  mozCaptureStream?: () => MediaStream;
};

let context: AudioContext | undefined;
let analyser: AnalyserNode | undefined;
let samples: Float32Array<ArrayBuffer> | undefined;

/** 0 to 1, or undefined if it cannot be measured. */
export function soundLevel(): number | undefined {
  if (!analyser || !samples) return undefined;
  analyser.getFloatTimeDomainData(samples);
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / samples.length) * 3);
}

export function startSoundLevel(): void {
  const { audio } = radioPlayer.snapshot();
  if (!audio || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  let listened: MediaStreamTrack | undefined;
  let node: MediaStreamAudioSourceNode | undefined;
  const listen = () => {
    try {
      const capturing = audio as Capturing;
      const stream = capturing.captureStream?.() ?? capturing.mozCaptureStream?.();
      const track = stream?.getAudioTracks()[0];
      if (!stream || !track || track === listened) return;
      context ??= new AudioContext();
      void context.resume();
      analyser ??= context.createAnalyser();
      analyser.fftSize = 1024;
      samples ??= new Float32Array(analyser.fftSize);
      node?.disconnect();
      node = context.createMediaStreamSource(stream);
      node.connect(analyser);
      listened = track;
    } catch {
      analyser = undefined;
    }
  };
  audio.addEventListener('playing', listen);
  audio.addEventListener('pause', () => void context?.suspend());
  if (!audio.paused) listen();
}
