// Plays the radio on a speaker or television: AirPlay or Cast, where the browser offers it and has found a device.
import { useEffect, useState } from 'react';
import { t } from '#app/language/messages.ts';

/** Safari's own way; other browsers have the Remote Playback API. */
interface AirPlayAudio extends HTMLAudioElement {
  webkitShowPlaybackTargetPicker?: () => void;
}

export function CastButton({ audio }: { audio: AirPlayAudio | null }) {
  const isOffered = useDevices(audio);
  if (!audio || !isOffered) return null;
  const choose = () => {
    if (audio.webkitShowPlaybackTargetPicker) audio.webkitShowPlaybackTargetPicker();
    // Rejected when the dialog is closed without a choice.
    else audio.remote.prompt().catch(() => {});
  };
  return (
    <button type="button" onClick={choose}>
      {t('shared.shell.play_on_another_device')}
    </button>
  );
}

function useDevices(audio: AirPlayAudio | null): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (!audio) return;
    if (audio.webkitShowPlaybackTargetPicker) {
      const onChange = (event: Event) =>
        setOffered('availability' in event && event.availability === 'available');
      audio.addEventListener('webkitplaybacktargetavailabilitychanged', onChange);
      return () => audio.removeEventListener('webkitplaybacktargetavailabilitychanged', onChange);
    }
    if (!('remote' in audio)) return;
    const watching = audio.remote.watchAvailability(setOffered);
    // A browser that cannot watch in the background still has its dialog.
    watching.catch(() => setOffered(true));
    return () => void watching.then((id) => audio.remote.cancelWatchAvailability(id)).catch(() => {});
  }, [audio]);
  return isOffered;
}
