// The nodes of a guest's sound in an audio graph: one that gives frames to send, one that plays received frames, and a
// peak to show.
import workletUrl from './voice-worklet.ts?worker&url';

const loaded = new WeakMap<BaseAudioContext, Promise<void>>();

/** Once for each context, before the nodes below. */
export function loadVoiceNodes(context: AudioContext): Promise<void> {
  const loading = loaded.get(context) ?? context.audioWorklet.addModule(workletUrl);
  loaded.set(context, loading);
  return loading;
}

export function createFrameSender(
  context: AudioContext,
  onFrame: (samples: Float32Array<ArrayBuffer>) => void,
): AudioNode {
  const node = new AudioWorkletNode(context, 'onda-frame-sender', {
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  node.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => onFrame(data);
  // It outputs silence, but browsers only run nodes connected to the output.
  node.connect(context.destination);
  return node;
}

export interface FramePlayer {
  node: AudioNode;
  play(samples: Float32Array<ArrayBuffer>): void;
}

export function createFramePlayer(context: AudioContext): FramePlayer {
  const node = new AudioWorkletNode(context, 'onda-frame-player', {
    numberOfInputs: 0,
    outputChannelCount: [1],
  });
  return { node, play: (samples) => node.port.postMessage(samples, [samples.buffer]) };
}

export const SILENCE_DB = -60;

/** Reads the loudest sample of the last moment, in decibels below full scale. */
export function createPeakMeter(context: AudioContext): { input: AudioNode; readPeak(): number } {
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  const samples = new Float32Array(analyser.fftSize);
  return {
    input: analyser,
    readPeak() {
      analyser.getFloatTimeDomainData(samples);
      const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
      return Math.max(SILENCE_DB, Math.min(0, 20 * Math.log10(peak)));
    },
  };
}
