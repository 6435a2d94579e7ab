// The studio's look: one colour from which all others are derived, with contrast checks; the typeface; the logo.

import { useState } from 'react';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { SaveBar } from '../forms/save-bar.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import type { Route } from './+types/look-page.ts';
import { BrandPreview } from './brand-preview.tsx';
import { ColourField, isColour } from './colour-field.tsx';
import { ContrastList } from './contrast-list.tsx';
import { LogoPanel } from './logo-panel.tsx';
import { useSaveStudio } from './use-save-studio.ts';

const DEFAULT_COLOUR = '#00bb4f';

interface Look {
  name: string;
  primary_colour: string | null;
  typeface: 'house' | 'text' | 'system';
  logo_path: string | null;
  updated_at: string;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend } = context.get(siteContext);
  const data = await dataOf(
    backend.from('studio').select('name,primary_colour,typeface,logo_path,updated_at').single(),
  );
  return { look: data };
}

export const meta = dashboardMeta(() => t('dashboard.settings.look_page_title'));

export default function LookSettings({ loaderData }: Route.ComponentProps) {
  const { look } = loaderData;
  return (
    <>
      <PageHeader title={t('dashboard.settings.look_heading')}>
        {t('dashboard.settings.colour_typeface_and_logo_of_the')}
      </PageHeader>
      <LookForm key={look.updated_at} look={look} />
    </>
  );
}

const FACES = [
  { value: 'house', name: 'Georama', hint: 'dashboard.settings.default_typeface_hint' },
  { value: 'text', name: 'Radio Canada', hint: 'dashboard.settings.text_typeface_hint' },
  { value: 'system', name: null, hint: 'dashboard.settings.system_font_hint' },
] as const;

function LookForm({ look }: { look: Look }) {
  const { save, isBusy } = useSaveStudio(look.updated_at);
  const [colour, setColour] = useState(look.primary_colour ?? DEFAULT_COLOUR);
  const [face, setFace] = useState(look.typeface);
  const isDirty = colour !== (look.primary_colour ?? DEFAULT_COLOUR) || face !== look.typeface;
  useUnsavedGuard(isDirty);
  const isWhole = isColour(colour);
  const submit = () =>
    void save(
      { primary_colour: colour === DEFAULT_COLOUR ? null : colour, typeface: face },
      t('dashboard.common.changes_saved'),
    );
  return (
    <div className="dash-columns">
      <div className="dash-stack">
        <Panel title={t('dashboard.settings.colour')}>
          <ColourField value={colour} defaultColour={DEFAULT_COLOUR} onChange={setColour} />
          {isWhole && <ContrastList colour={colour} />}
        </Panel>
        <Panel title={t('dashboard.settings.typeface')}>
          <RadioGroup
            legend={t('dashboard.settings.headings')}
            value={face}
            onValueChange={(value) => setFace(FACES.find((one) => one.value === value)?.value ?? face)}
          >
            {FACES.map(({ value, name, hint }) => (
              <RadioOption
                key={value}
                value={value}
                label={name ?? t('dashboard.settings.system_font')}
                hint={t(hint)}
              />
            ))}
          </RadioGroup>
        </Panel>
        <LogoPanel name={look.name} path={look.logo_path} updatedAt={look.updated_at} />
        <SaveBar
          isBusy={isBusy}
          isDirty={isDirty}
          isDisabled={!isWhole}
          onSave={submit}
          onDiscard={() => {
            setColour(look.primary_colour ?? DEFAULT_COLOUR);
            setFace(look.typeface);
          }}
        />
      </div>
      <div className="dash-stack owner-previews">
        <Panel title={t('dashboard.common.preview')}>
          {(['light', 'dark'] as const).map((scheme) => (
            <BrandPreview
              key={scheme}
              scheme={scheme}
              name={look.name}
              colour={isWhole ? colour : DEFAULT_COLOUR}
              typeface={face}
            />
          ))}
        </Panel>
      </div>
    </div>
  );
}
