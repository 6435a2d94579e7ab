// What can be heard: the picture of a sound is its position bar, and a list plays in the radio's bar.
import { SoundPicture } from '#app/site/works/sound-picture.tsx';
import type { WallWork } from '#app/site/works/wall-work.ts';
import { AudioPlayer } from '#app/ui/audio-player.tsx';
import { KitSection, KitStack } from './kit-section.tsx';

const SOUND = '/radio/live.mp3?preload=1';

const work: WallWork = {
  slug: 'salt-ledger',
  title: 'Salt Ledger',
  year: 2026,
  medium: 'Field recording',
  credits: 'Marta Sol',
  discipline: 'sound',
  ratio_width: 8,
  ratio_height: 3,
  picture_description: 'Upright rules, crowded where the sound is loud',
  picture: null,
  sound: { url: SOUND, durationMs: 8000, isDark: false },
};

export function SoundSection() {
  return (
    <KitSection id="sound" title="Sound" note="one player at a time, heard turns green" shiftPx={90}>
      <div className="kit-sound">
        <KitStack title="Sound picture">
          {work.sound && <SoundPicture work={work} sound={work.sound} />}
        </KitStack>
        <KitStack title="Audio player">
          <AudioPlayer src={SOUND} title="A file of the library" durationMs={8000} />
        </KitStack>
      </div>
    </KitSection>
  );
}
