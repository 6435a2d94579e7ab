// Brings microphone and tab sound together into one stream, and says how loud it is.

export interface Mixer {
  stream: MediaStream;
  /** 0 to 1, the loudest of the last moment. */
  peak(): number;
  addTab(): Promise<void>;
  close(): void;
}

export async function openMixer(microphoneId: string | null): Promise<Mixer> {
  const microphone = await navigator.mediaDevices.getUserMedia({
    // A show is no phone call: what the browser would "improve" is music to others.
    audio: {
      ...(microphoneId && { deviceId: { exact: microphoneId } }),
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
    },
  });
  const context = new AudioContext({ sampleRate: 48_000 });
  const out = context.createMediaStreamDestination();
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  const samples = new Float32Array(analyser.fftSize);
  const sources: MediaStream[] = [microphone];
  const plug = (stream: MediaStream) => {
    const node = context.createMediaStreamSource(stream);
    node.connect(analyser);
    node.connect(out);
  };
  plug(microphone);
  await context.resume();
  return {
    stream: out.stream,
    peak() {
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    },
    async addTab() {
      const tab = await navigator.mediaDevices.getDisplayMedia({ audio: true, video: true });
      // Browsers insist on a picture; nobody will see it.
      for (const track of tab.getVideoTracks()) track.stop();
      if (tab.getAudioTracks().length === 0)
        throw new Error(
          'That tab was shared without its sound. Tick “share audio” in the browser’s question.',
        );
      sources.push(tab);
      plug(tab);
    },
    close() {
      for (const stream of sources) for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}
