import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

interface ColourFieldProps {
  value: string;
  /** The default colour. */
  defaultColour: string;
  onChange(colour: string): void;
}

/** A colour picker and a text field with the same value. */
export function ColourField({ value, defaultColour, onChange }: ColourFieldProps) {
  const take = (typed: string) => {
    const text = typed.trim().toLowerCase();
    onChange(text.startsWith('#') || text === '' ? text : `#${text}`);
  };
  return (
    <div className="owner-colour">
      <Field label={t('dashboard.settings.pick_colour')}>
        <input
          type="color"
          className="owner-picker"
          aria-label={t('dashboard.settings.pick_the_colour')}
          value={isColour(value) ? value : defaultColour}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Field>
      <Field
        label={t('dashboard.settings.colour')}
        error={isColour(value) ? undefined : t('dashboard.settings.colour_format')}
        className="owner-hex"
      >
        <Input
          name="primary_colour"
          value={value}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => take(event.currentTarget.value)}
        />
      </Field>
      {value !== defaultColour && (
        <Button variant="tertiary" onClick={() => onChange(defaultColour)}>
          {t('dashboard.settings.reset_to_default')}
        </Button>
      )}
    </div>
  );
}
