// Runs on the browser's audio thread: collects a tenth of a second of stereo samples and posts it as 16 bit.

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare const sampleRate: number;

const CHUNK_S = 0.1;

class PcmProcessor extends AudioWorkletProcessor {
  #chunk = emptyChunk();
  #filled = 0;

  process([input]: Float32Array[][]): boolean {
    const left = input?.[0];
    const right = input?.[1] ?? left;
    for (let i = 0; left && right && i < left.length; i++) {
      this.#chunk[this.#filled++] = to16Bit(left[i] as number);
      this.#chunk[this.#filled++] = to16Bit(right[i] as number);
      if (this.#filled < this.#chunk.length) continue;
      // The buffer is transferred with the message, so the next one is new.
      this.port.postMessage(this.#chunk.buffer, [this.#chunk.buffer]);
      this.#chunk = emptyChunk();
      this.#filled = 0;
    }
    return true;
  }
}

function emptyChunk(): Int16Array<ArrayBuffer> {
  return new Int16Array(2 * Math.round(sampleRate * CHUNK_S));
}

function to16Bit(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
}

registerProcessor('onda-pcm', PcmProcessor);
