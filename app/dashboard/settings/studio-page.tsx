// The studio's settings: name, texts, address, opening hours, time zone and currency.

import { type FormEvent, startTransition, useState } from 'react';
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { holidayCountries } from '#app/features/public-holidays/public-holidays.server.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import type { Json } from '#contracts/database.types.ts';
import type { Media } from '#contracts/media.ts';
import type { Database } from '#contracts/studio-client.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { SaveBar } from '../forms/save-bar.tsx';
import { useFormGuard } from '../forms/use-unsaved-guard.ts';
import { requireRole } from '../guard.server.ts';
import { InLanguages } from '../languages/in-languages.tsx';
import { STUDIO_TEXTS } from '../languages/text-fields.ts';
import { ColumnsPage, Panel } from '../layout/page.tsx';
import type { Route } from './+types/studio-page.ts';
import { type Hero, HeroPanel } from './hero-panel.tsx';
import { type HolidayChoices, HolidayFields } from './holiday-fields.tsx';
import { HoursForm } from './hours-form.tsx';
import { useSaveStudio } from './use-save-studio.ts';

type Studio = Database['public']['Tables']['studio']['Row'] & { picture: Media | null };

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend } = context.get(siteContext);
  const [studio, hours] = await Promise.all([
    backend.from('studio').select(`*,${PICTURE_SELECT}`).single(),
    backend.from('opening_hours').select('weekday,opens,closes').order('weekday').order('opens'),
  ]);
  if (studio.error) throw studio.error;
  if (hours.error) throw hours.error;
  const holidays = await holidayCountries(studio.data.zone);
  const names = new Intl.DisplayNames(currentLanguage().locale, { type: 'currency' });
  return {
    studio: studio.data,
    hours: hours.data,
    holidays,
    // From the server, so that server and browser render the same lists.
    zones: Intl.supportedValuesOf('timeZone'),
    currencies: Intl.supportedValuesOf('currency').map((code) => ({ code, name: names.of(code) ?? code })),
  };
}

export const meta = dashboardMeta(() => t('dashboard.settings.page_title'));

export default function StudioSettings({ loaderData }: Route.ComponentProps) {
  const { studio, hours, zones, currencies, holidays } = loaderData;
  const [round, setRound] = useState(0);
  return (
    <ColumnsPage
      title={t('dashboard.settings.settings')}
      lead={t('dashboard.settings.changes_appear_on_the_public_pages')}
    >
      <div className="dash-stack">
        <StudioForm
          key={`${studio.updated_at} ${round}`}
          studio={studio}
          zones={zones}
          currencies={currencies}
          holidays={holidays}
          onDiscard={() => startTransition(() => setRound(round + 1))}
        />
      </div>
      <div className="dash-stack">
        <HoursForm hours={hours} />
      </div>
    </ColumnsPage>
  );
}

const TEXT_FIELDS = [
  'description',
  'statement',
  'lead',
  'invitation',
  'address',
  'getting_here',
  'access',
  'email',
  'phone',
  'phone_hours',
  'zone',
  'currency',
] as const;

function StudioForm({
  studio,
  zones,
  currencies,
  holidays,
  onDiscard,
}: {
  studio: Studio;
  zones: string[];
  currencies: { code: string; name: string }[];
  holidays: HolidayChoices;
  onDiscard(): void;
}) {
  const { save, isBusy } = useSaveStudio(studio.updated_at);
  const [translations, setTranslations] = useState(studio.translations);
  const { isDirty, onInput } = useFormGuard();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const price = text('first_class_price');
    void save(
      {
        name: text('name'),
        is_lower_case: form.has('is_lower_case'),
        ...Object.fromEntries(TEXT_FIELDS.map((name) => [name, text(name)])),
        holiday_region: text('holiday_region') || text('holiday_country') || null,
        first_class_price_cents: price === '' ? null : Math.round(Number(price) * 100),
        hero: text('hero') as Hero,
        hero_media_id: text('hero_media_id') || null,
        translations: translations as Json,
      },
      t('dashboard.common.changes_saved'),
    );
  };
  const input = (name: (typeof TEXT_FIELDS)[number], maxLength: number, type = 'text') => (
    <Input name={name} type={type} defaultValue={studio[name]} maxLength={maxLength} />
  );
  const area = (name: (typeof TEXT_FIELDS)[number], maxLength: number) => (
    <Textarea name={name} defaultValue={studio[name]} maxLength={maxLength} rows={2} />
  );
  return (
    <form className="dash-stack" onSubmit={submit} onInput={onInput}>
      <InLanguages row={studio} fields={STUDIO_TEXTS} translations={translations} onChange={setTranslations}>
        <Panel title={t('dashboard.settings.name_and_texts')} className="owner-fields">
          <Field
            label={t('dashboard.common.name')}
            hint={t('dashboard.settings.letters_digits_and_marks')}
            required
          >
            <Input name="name" defaultValue={studio.name} maxLength={40} pattern="[0-9A-Za-zÀ-ÿ &.’'\-]+" />
          </Field>
          <Checkbox
            name="is_lower_case"
            defaultChecked={studio.is_lower_case}
            label={t('dashboard.settings.draw_name_in_lower_case')}
            hint={t('dashboard.settings.draw_name_in_lower_case_hint')}
          />
          <Field
            label={t('dashboard.common.description')}
            hint={t('dashboard.settings.one_sentence_shown_by_search_engines')}
          >
            {area('description', 300)}
          </Field>
          <Field label={t('dashboard.settings.headline_of_the_home_page')}>{input('statement', 200)}</Field>
          <Field label={t('dashboard.settings.text_below_the_headline')}>{area('lead', 300)}</Field>
          <Field
            label={t('dashboard.settings.invitation')}
            hint={t('dashboard.settings.shown_in_large_letters_at_the')}
          >
            {input('invitation', 200)}
          </Field>
        </Panel>
        <HeroPanel hero={studio.hero} picture={studio.picture} onChange={onInput} />
        <Panel title={t('dashboard.settings.contact_and_directions')} className="owner-fields">
          <Field label={t('dashboard.common.postal_address')}>{input('address', 300)}</Field>
          <Field label={t('dashboard.settings.getting_here')}>{area('getting_here', 500)}</Field>
          <Field label={t('dashboard.settings.accessibility')}>{area('access', 500)}</Field>
          <Field className="form-2" label={t('dashboard.common.email')}>
            {input('email', 254, 'email')}
          </Field>
          <Field className="form-2" label={t('dashboard.common.phone')}>
            {input('phone', 40, 'tel')}
          </Field>
          <Field className="form-2" label={t('dashboard.settings.phone_hours')}>
            {input('phone_hours', 80)}
          </Field>
        </Panel>
        <Panel title={t('dashboard.settings.time_zone_and_currency')} className="owner-fields">
          <Field
            className="form-2"
            label={t('dashboard.settings.time_zone')}
            hint={t('dashboard.settings.existing_sessions_keep_their_time_zone')}
          >
            <Select name="zone" defaultValue={studio.zone}>
              {(zones.includes(studio.zone) ? zones : [studio.zone, ...zones]).map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </Select>
          </Field>
          <HolidayFields region={studio.holiday_region} choices={holidays} />
          <Field
            className="form-2"
            label={t('dashboard.settings.currency')}
            hint={t('dashboard.settings.for_new_prices_existing_prices_keep')}
          >
            <Select
              name="currency"
              defaultValue={studio.currency}
              options={currencies.map(({ code, name }) => [code, `${code}, ${name}`])}
            />
          </Field>
          <Field className="form-2" label={t('dashboard.settings.price_of_a_first_class')} optional>
            <NumberInput
              name="first_class_price"
              min={0}
              max={10000}
              step="0.01"
              inputMode="decimal"
              defaultValue={
                studio.first_class_price_cents === null ? '' : studio.first_class_price_cents / 100
              }
            />
          </Field>
        </Panel>
      </InLanguages>
      <SaveBar isBusy={isBusy} isDirty={isDirty} onDiscard={onDiscard} />
    </form>
  );
}
