// Mixes microphone, tab audio and guests into one stream and measures its level.
import { t } from '#app/language/messages.ts';
import { createGuestMixer, type GuestMixer } from './guest-mixer.ts';

export interface Mixer {
  stream: MediaStream;
  /** Left and right, in decibels below full scale. */
  readPeaks(): [number, number];
  /** The name of the microphone, as the browser gives it. */
  microphone: string;
  /** Tab audio goes on. */
  setMuted(isMuted: boolean): void;
  addTab(): Promise<void>;
  guests: GuestMixer;
  close(): void;
}

const VOICE_FADE_S = 0.02;

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
  const readPeaks = createPeakReader(context);
  const program = context.createGain();
  program.connect(readPeaks.input);
  program.connect(out);
  // Everything on air but the guests.
  const own = context.createGain();
  own.connect(program);
  const voice = context.createGain();
  const sources: MediaStream[] = [microphone];
  const source = context.createMediaStreamSource(microphone);
  source.connect(voice).connect(own);
  let isMuted = false;
  let isTalkback = false;
  const setVoice = () =>
    voice.gain.setTargetAtTime(isMuted || isTalkback ? 0 : 1, context.currentTime, VOICE_FADE_S);
  const guests = createGuestMixer({
    context,
    own,
    program,
    microphone: source,
    onTalkback(isOn) {
      isTalkback = isOn;
      setVoice();
    },
  });
  await context.resume();
  return {
    stream: out.stream,
    readPeaks: readPeaks.read,
    microphone: microphone.getAudioTracks()[0]?.label ?? '',
    guests,
    setMuted(wanted) {
      isMuted = wanted;
      setVoice();
    },
    async addTab() {
      const tab = await navigator.mediaDevices.getDisplayMedia({ audio: true, video: true });
      // Browsers require video; it is not used.
      for (const track of tab.getVideoTracks()) track.stop();
      if (tab.getAudioTracks().length === 0) throw new Error(t('dashboard.radio.tab_shared_without_audio'));
      sources.push(tab);
      context.createMediaStreamSource(tab).connect(own);
    },
    close() {
      for (const stream of sources) for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}

function createPeakReader(context: AudioContext) {
  // A microphone with one channel is heard on both sides.
  const input = context.createGain();
  input.channelCount = 2;
  input.channelCountMode = 'explicit';
  const splitter = context.createChannelSplitter(2);
  input.connect(splitter);
  const channels = [0, 1].map((side) => {
    const analyser = context.createAnalyser();
    analyser.fftSize = 2048;
    splitter.connect(analyser, side);
    return { analyser, samples: new Float32Array(analyser.fftSize) };
  });
  const peakOf = ({ analyser, samples }: (typeof channels)[number]) => {
    analyser.getFloatTimeDomainData(samples);
    const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 1e-6);
    return Math.min(0, 20 * Math.log10(peak));
  };
  return { input, read: () => channels.map(peakOf) as [number, number] };
}
