// The studio's look: one colour from which all others are derived, the typeface and the logo, shown on the pages of the
// site before they are saved together.

import { useEffect, useState } from 'react';
import { dataOf } from '#app/backend/data-of.ts';
import { clockTime } from '#app/language/format-time.ts';
import { localized } from '#app/language/in-language.ts';
import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import { toastError } from '#app/ui/toast/toast-store.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { SaveBar } from '../forms/save-bar.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/look-page.ts';
import { BrandPreviews, type PreviewDate } from './brand-preview.tsx';
import { ColourField, isColour } from './colour-field.tsx';
import { ContrastList } from './contrast-list.tsx';
import { LogoPanel } from './logo-panel.tsx';
import { removeLogoFiles, sendLogo } from './send-logo.ts';
import { useSaveStudio } from './use-save-studio.ts';

const DEFAULT_COLOUR = '#00bb4f';

interface Look {
  name: string;
  currency: string;
  primary_colour: string | null;
  typeface: 'house' | 'text' | 'system';
  logo_path: string | null;
  updated_at: string;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend, now } = context.get(siteContext);
  const [data, dates] = await Promise.all([
    dataOf(
      backend
        .from('studio')
        .select('name,currency,zone,primary_colour,typeface,logo_path,updated_at')
        .single(),
    ),
    loadDates(backend, now),
  ]);
  const { zone, ...look } = data;
  return {
    look,
    dates: dates.map(({ title, startsAt }) => ({ title, time: clockTime(new Date(startsAt), zone) })),
  };
}

const PREVIEW_DATES = 3;

/** The next dates of different classes. */
async function loadDates(backend: StudioClient, now: Date) {
  const sessions = await dataOf(
    backend
      .from('sessions')
      .select('starts_at,offering:offerings!inner(title,translations)')
      .eq('status', 'planned')
      .gt('starts_at', now.toISOString())
      .order('starts_at')
      .limit(PREVIEW_DATES * 4),
  );
  const titles = new Map(
    localized(sessions)
      .toReversed()
      .map(({ starts_at, offering }) => [offering.title, starts_at]),
  );
  return [...titles]
    .map(([title, startsAt]) => ({ title, startsAt }))
    .toReversed()
    .slice(0, PREVIEW_DATES);
}

export const meta = dashboardMeta(() => t('dashboard.settings.look_page_title'));

export default function LookSettings({ loaderData }: Route.ComponentProps) {
  const { look, dates } = loaderData;
  return (
    <>
      <PageHeader title={t('dashboard.settings.look_heading')}>
        {t('dashboard.settings.colour_typeface_and_logo_of_the')}
      </PageHeader>
      <LookForm key={look.updated_at} look={look} dates={dates} />
    </>
  );
}

const FACES = [
  { value: 'house', name: 'Georama', hint: 'dashboard.settings.default_typeface_hint' },
  { value: 'text', name: 'Radio Canada', hint: 'dashboard.settings.text_typeface_hint' },
  { value: 'system', name: null, hint: 'dashboard.settings.system_font_hint' },
] as const;

function LookForm({ look, dates }: { look: Look; dates: PreviewDate[] }) {
  const saved = look.primary_colour ?? DEFAULT_COLOUR;
  const [typed, setTyped] = useState(saved);
  // While a code is being typed, the last whole one stays.
  const [colour, setColour] = useState(saved);
  const [face, setFace] = useState(look.typeface);
  const logo = useChosenLogo(look);
  const { save, isBusy, removed } = useSaveLook(look);
  const isDirty = typed !== saved || face !== look.typeface || logo.isChanged;
  useUnsavedGuard(isDirty);
  const choose = (text: string) => {
    setTyped(text);
    if (isColour(text)) setColour(text);
  };
  return (
    <>
      <div className="look-columns">
        <div className="dash-stack look-settings">
          <Panel title={t('dashboard.settings.colour')}>
            <ColourField value={typed} defaultColour={DEFAULT_COLOUR} onChange={choose} />
            <ContrastList colour={colour} />
          </Panel>
          <LogoPanel
            name={look.name}
            url={logo.url}
            colour={colour}
            isSending={isBusy && logo.isChanged}
            onChoose={logo.choose}
          />
          {removed.length > 0 && (
            <p role="status">
              {t('dashboard.settings.removed_from_the_svg', { removed: formatList(removed.slice(0, 6)) })}
            </p>
          )}
        </div>
        <div className="look-shown">
          <Panel title={t('dashboard.common.preview')}>
            <BrandPreviews
              look={{ name: look.name, currency: look.currency, colour, typeface: face, logo: logo.url }}
              dates={dates.length > 0 ? dates : exampleDates()}
            />
          </Panel>
        </div>
        <div className="dash-stack">
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
        </div>
      </div>
      <SaveBar
        isBusy={isBusy}
        isDirty={isDirty}
        isDisabled={!isColour(typed)}
        onSave={() => void save({ colour, face, file: logo.file })}
        onDiscard={() => {
          choose(saved);
          setFace(look.typeface);
          logo.choose(undefined);
        }}
      />
    </>
  );
}

function exampleDates(): PreviewDate[] {
  return [{ title: t('dashboard.settings.breath_and_bowed_metal'), time: '18:00' }];
}

/** The logo as it would be: the saved one, a file that was chosen, or none. */
function useChosenLogo(look: Look) {
  const { word } = useStudio();
  const [file, setFile] = useState<File | null>();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const address = URL.createObjectURL(file);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return {
    file,
    url: file === undefined ? word.logo : url,
    isChanged: file !== undefined && !(file === null && look.logo_path === null),
    choose: setFile,
  };
}

interface ChosenLook {
  colour: string;
  face: Look['typeface'];
  /** A new logo; null removes it, undefined leaves it. */
  file: File | null | undefined;
}

/** Saves colour, typeface and logo at once. */
function useSaveLook(look: Look) {
  const { save: saveStudio, isBusy } = useSaveStudio(look.updated_at);
  const [isSending, setSending] = useState(false);
  const [removed, setRemoved] = useState<string[]>([]);
  const save = async ({ colour, face, file }: ChosenLook) => {
    setSending(true);
    try {
      const sent = file ? await sendLogo(file) : undefined;
      setRemoved(sent?.removed ?? []);
      const fresh = file === undefined ? look.logo_path : (sent?.path ?? null);
      const isSaved = await saveStudio(
        {
          primary_colour: colour === DEFAULT_COLOUR ? null : colour,
          typeface: face,
          ...(file !== undefined && { logo_path: fresh }),
        },
        t('dashboard.common.changes_saved'),
      );
      if (file !== undefined) await removeLogoFiles(isSaved ? look.logo_path : fresh);
    } catch (reason) {
      toastError(t('dashboard.settings.the_logo_was_not_saved'), describeReason(reason));
    } finally {
      setSending(false);
    }
  };
  return { save, isBusy: isBusy || isSending, removed };
}
