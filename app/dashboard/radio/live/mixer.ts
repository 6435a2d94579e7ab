// Mixes microphone and tab audio into one stream and measures its level.
import { t } from '#app/language/messages.ts';

export interface Mixer {
  stream: MediaStream;
  /** Peak level from 0 to 1. */
  peak(): number;
  addTab(): Promise<void>;
  close(): void;
}

export async function openMixer(microphoneId: string | null): Promise<Mixer> {
  const microphone = await navigator.mediaDevices.getUserMedia({
    // No echo cancellation or noise suppression: they damage music.
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
      return samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
    },
    async addTab() {
      const tab = await navigator.mediaDevices.getDisplayMedia({ audio: true, video: true });
      // Browsers require video; it is not used.
      for (const track of tab.getVideoTracks()) track.stop();
      if (tab.getAudioTracks().length === 0) throw new Error(t('dashboard.radio.tab_shared_without_audio'));
      sources.push(tab);
      plug(tab);
    },
    close() {
      for (const stream of sources) for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}
