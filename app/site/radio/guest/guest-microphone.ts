// The microphone of a guest: with echo cancellation, because not everyone has headphones.
import { createPeakMeter } from '#app/features/radio-guests/voice-nodes.ts';
import { t } from '#app/language/messages.ts';
import { GUEST_SAMPLE_RATE } from '#contracts/radio-guests.ts';

export interface GuestMicrophone {
  /** As the browser calls it. */
  name: string;
  context: AudioContext;
  source: AudioNode;
  readPeak(): number;
  /** Unplugged, or taken away by the browser. */
  onEnded: (() => void) | undefined;
  close(): void;
}

export function canTakePart(): boolean {
  // Browsers without a safe connection have no media devices.
  return typeof AudioWorkletNode === 'function' && navigator.mediaDevices !== undefined;
}

export async function openGuestMicrophone(id: string | null): Promise<GuestMicrophone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      ...(id && { deviceId: { exact: id } }),
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    },
  });
  const { context, source } = plug(stream);
  const meter = createPeakMeter(context);
  source.connect(meter.input);
  await context.resume();
  const [track] = stream.getAudioTracks();
  // A phone may have stopped it behind a call.
  const wake = () => void (document.visibilityState === 'visible' && context.resume());
  document.addEventListener('visibilitychange', wake);
  const microphone: GuestMicrophone = {
    name: track?.label ?? '',
    context,
    source,
    readPeak: meter.readPeak,
    onEnded: undefined,
    close() {
      microphone.onEnded = undefined;
      document.removeEventListener('visibilitychange', wake);
      for (const each of stream.getTracks()) each.stop();
      void context.close();
    },
  };
  track?.addEventListener('ended', () => microphone.onEnded?.());
  return microphone;
}

/** Not every browser converts the rate of a microphone: then its own is used, and frames are converted. */
function plug(stream: MediaStream): { context: AudioContext; source: AudioNode } {
  const wanted = new AudioContext({ sampleRate: GUEST_SAMPLE_RATE, latencyHint: 'interactive' });
  try {
    return { context: wanted, source: wanted.createMediaStreamSource(stream) };
  } catch {
    void wanted.close();
    const context = new AudioContext({ latencyHint: 'interactive' });
    return { context, source: context.createMediaStreamSource(stream) };
  }
}

export function describeMicrophoneError(reason: unknown): string {
  const name = reason instanceof DOMException ? reason.name : '';
  if (name === 'NotAllowedError') return t('site.radio_guest.microphone_blocked');
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return t('site.radio_guest.microphone_not_found');
  return t('site.radio_guest.microphone_not_started');
}
