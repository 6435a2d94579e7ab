// What every decoder takes and gives.
export interface Decoded {
  channels: Float32Array[];
  sampleRate: number;
}

export interface StreamDecoder {
  decode(bytes: Uint8Array): Promise<Decoded | undefined>;
  flush(): Promise<Decoded | undefined>;
  free(): void;
}
