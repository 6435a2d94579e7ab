// Guests in the host's mixer. Each has a level and a switch to the air. Each hears the show without their own voice
// (mix-minus), and the host's voice off air while the host talks back. The host hears all of them, on air or not.
import {
  createFramePlayer,
  createFrameSender,
  createPeakMeter,
  loadVoiceNodes,
} from '#app/features/radio-guests/voice-nodes.ts';

type Samples = Float32Array<ArrayBuffer>;

export interface GuestChannel {
  play(samples: Samples): void;
  setLevel(gain: number): void;
  setMuted(isMuted: boolean): void;
  readPeak(): number;
  close(): void;
}

export interface GuestMixer {
  /** `onMix` gets what the guest should hear. A guest begins muted. */
  add(onMix: (samples: Samples) => void): Promise<GuestChannel>;
  /** The microphone goes to the guests instead of the air. */
  setTalkback(isOn: boolean): void;
}

interface GuestMixerOptions {
  context: AudioContext;
  /** Everything on air but the guests. */
  own: AudioNode;
  /** The show. */
  program: AudioNode;
  microphone: AudioNode;
  onTalkback(isOn: boolean): void;
}

const FADE_S = 0.02;

export function createGuestMixer({
  context,
  own,
  program,
  microphone,
  onTalkback,
}: GuestMixerOptions): GuestMixer {
  const channels = new Set<{ air: GainNode; mix: GainNode }>();
  const talkback = new GainNode(context, { gain: 0 });
  microphone.connect(talkback);
  const fade = ({ gain }: GainNode, to: number) => gain.setTargetAtTime(to, context.currentTime, FADE_S);

  return {
    async add(onMix) {
      await loadVoiceNodes(context);
      const player = createFramePlayer(context);
      const level = new GainNode(context);
      const air = new GainNode(context, { gain: 0 });
      const mix = new GainNode(context);
      const meter = createPeakMeter(context);
      player.node.connect(level);
      level.connect(meter.input);
      level.connect(context.destination);
      level.connect(air).connect(program);
      own.connect(mix);
      talkback.connect(mix);
      for (const other of channels) {
        other.air.connect(mix);
        air.connect(other.mix);
      }
      const sender = createFrameSender(context, onMix);
      mix.connect(sender);
      const channel = { air, mix };
      channels.add(channel);
      return {
        play: player.play,
        setLevel: (gain) => fade(level, gain),
        setMuted: (isMuted) => fade(air, isMuted ? 0 : 1),
        readPeak: meter.readPeak,
        close() {
          channels.delete(channel);
          for (const other of channels) other.air.disconnect(mix);
          own.disconnect(mix);
          talkback.disconnect(mix);
          for (const node of [player.node, level, air, mix, sender]) node.disconnect();
        },
      };
    },
    setTalkback(isOn) {
      fade(talkback, isOn ? 1 : 0);
      onTalkback(isOn);
    },
  };
}
