// How many places: one tick for each that can be chosen. Yours are wide, the free ones thin. Radios, so that it works
// by keyboard and without scripts; the buttons beside them press the next radio.
import { useRef } from 'react';
import { t } from '#app/language/messages.ts';
import { PlacesText } from './places-text.tsx';

interface PlacesStepperProps {
  counts: readonly number[];
  defaultPlaces: number;
  note: string;
  onChange: (places: number) => void;
}

export function PlacesStepper({ counts, defaultPlaces, note, onChange }: PlacesStepperProps) {
  const ticks = useRef<HTMLDivElement>(null);
  const step = (by: number) => {
    const radios = [...(ticks.current?.querySelectorAll('input') ?? [])];
    radios[radios.findIndex(({ checked }) => checked) + by]?.click();
  };
  return (
    <fieldset className="stepper">
      <legend className="sr-only">{t('site.booking.places')}</legend>
      <div className="stepper-text">
        <b>{t('site.booking.places')}</b>
        <small>{note}</small>
      </div>
      <div className="stepper-control">
        <button type="button" aria-label={t('site.booking.one_place_less')} onClick={() => step(-1)}>
          −
        </button>
        <output className="stepper-count" aria-hidden="true">
          <PlacesText counts={counts} text={(places) => places} />
        </output>
        <div ref={ticks} className="stepper-ticks">
          {counts.map((count) => (
            <label key={count}>
              <input
                type="radio"
                name="places"
                value={count}
                defaultChecked={count === defaultPlaces}
                onChange={() => onChange(count)}
              />
              <span className="sr-only">{t('site.booking.number_of_places', { count })}</span>
            </label>
          ))}
        </div>
        <button type="button" aria-label={t('site.booking.one_place_more')} onClick={() => step(1)}>
          +
        </button>
      </div>
    </fieldset>
  );
}
