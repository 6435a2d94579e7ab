// What opens the home page, with the picture that two of the three choices need.
import { useState } from 'react';
import { MediaPicker } from '#app/features/media/media-picker.tsx';
import { t } from '#app/language/messages.ts';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import type { Media } from '#contracts/media.ts';
import { Panel } from '../layout/page.tsx';

const HEROES = ['wordmark', 'picture', 'both'] as const;
export type Hero = (typeof HEROES)[number];

interface HeroPanelProps {
  hero: Hero;
  picture: Media | null;
  onChange(): void;
}

export function HeroPanel({ hero, picture, onChange }: HeroPanelProps) {
  const [chosen, setChosen] = useState<string>(hero);
  const [media, setMedia] = useState(picture);
  const isMissing = chosen !== 'wordmark' && !media;
  return (
    <Panel title={t('dashboard.settings.top_of_the_home_page')} className="owner-fields">
      <RadioGroup
        name="hero"
        legend={t('dashboard.settings.top_of_the_home_page')}
        value={chosen}
        onValueChange={setChosen}
        error={isMissing && t('errors.content.hero_without_picture')}
      >
        {HEROES.map((one) => (
          <RadioOption
            key={one}
            value={one}
            label={t(`dashboard.settings.hero_${one}`)}
            hint={t(`dashboard.settings.hero_${one}_hint`)}
          />
        ))}
      </RadioGroup>
      <MediaPicker
        name="hero_media_id"
        label={t('dashboard.settings.hero_media')}
        defaultValue={picture}
        ratio={[16, 5]}
        onChange={(next) => {
          setMedia(next);
          onChange();
        }}
      />
    </Panel>
  );
}
