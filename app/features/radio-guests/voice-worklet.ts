// Runs on the browser's audio thread: posts frames of what goes in, or plays frames that are posted to it.
import { createFrameCollector } from './frame-collector.ts';
import { createJitterBuffer } from './jitter-buffer.ts';

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare const sampleRate: number;

class FrameSender extends AudioWorkletProcessor {
  // The buffer is transferred with the message, so the next one is new.
  #collect = createFrameCollector(sampleRate, (frame) => this.port.postMessage(frame, [frame.buffer]));

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0];
    if (samples) this.#collect(samples);
    return true;
  }
}

class FramePlayer extends AudioWorkletProcessor {
  #buffer = createJitterBuffer(sampleRate);

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<Float32Array>) => this.#buffer.push(data);
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const out = output?.[0];
    if (out) this.#buffer.read(out);
    return true;
  }
}

registerProcessor('onda-frame-sender', FrameSender);
registerProcessor('onda-frame-player', FramePlayer);
