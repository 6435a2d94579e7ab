// The logo that is shown instead of the studio's name, on every ground it stands on, with its contrast. It is saved
// with the colour.

import { type CSSProperties, useEffect, useState } from 'react';
import { brandTokens, deriveBrand, rgbOf, surroundingColors } from '#app/features/brand/derive-brand.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { Panel } from '../layout/page.tsx';
import { formatRatio } from './contrast-list.tsx';
import { logoContrast, type MeasuredLogo, MIN_LOGO_CONTRAST, measureLogo } from './measure-logo.ts';
import { LOGO_TYPES } from './send-logo.ts';

interface LogoPanelProps {
  name: string;
  /** The address of the logo that is saved or chosen. */
  url: string | undefined;
  colour: string;
  isSending: boolean;
  onChoose(file: File | null): void;
}

export function LogoPanel({ name, url, colour, isSending, onChoose }: LogoPanelProps) {
  return (
    <Panel title={t('dashboard.settings.logo')}>
      {url && (
        <>
          <LogoGrounds name={name} url={url} colour={colour} />
          <p className="owner-end">
            <Button variant="tertiary" size="sm" onClick={() => onChoose(null)}>
              {t('dashboard.settings.remove_logo')}
            </Button>
          </p>
        </>
      )}
      <FileDrop
        label={url ? t('dashboard.settings.replace_logo') : t('dashboard.settings.upload_a_logo')}
        hint={t('dashboard.settings.svg_up_to_128_kb_or')}
        accept={Object.keys(LOGO_TYPES).join(',')}
        maxBytes={1024 * 1024}
        disabled={isSending}
        onFiles={([file]) => file && onChoose(file)}
      />
      {isSending && <p role="status">{t('dashboard.settings.uploading_the_logo')}</p>}
    </Panel>
  );
}

function LogoGrounds({ name, url, colour }: { name: string; url: string; colour: string }) {
  const measured = useMeasuredLogo(url);
  const grounds = groundsOf(colour).map((ground) => ({
    ...ground,
    contrast: measured && logoContrast(measured, rgbOf(ground.colour)),
  }));
  const weak = grounds.filter(({ contrast = MIN_LOGO_CONTRAST }) => contrast < MIN_LOGO_CONTRAST);
  return (
    <>
      <div className="logo-grounds">
        {grounds.map(({ label, colour: ground, contrast }) => (
          <figure key={label} data-weak={weak.some((each) => each.label === label) || undefined}>
            <div style={{ '--ground': ground } as CSSProperties}>
              <img src={url} alt={t('dashboard.settings.the_logo_of_name', { name })} />
            </div>
            <figcaption>
              {label}
              {contrast !== undefined && <span>{formatRatio(Math.floor(contrast * 10) / 10)}</span>}
            </figcaption>
          </figure>
        ))}
      </div>
      {measured?.hasGround ? (
        <p className="owner-failed" role="status">
          {t('dashboard.settings.logo_has_a_ground')}
        </p>
      ) : (
        weak.length > 0 && (
          <p className="owner-failed" role="status">
            {t('dashboard.settings.logo_is_hard_to_see', {
              grounds: weak.map(({ label }) => label).join(', '),
            })}
          </p>
        )
      )}
    </>
  );
}

function useMeasuredLogo(url: string): MeasuredLogo | undefined {
  const [measured, setMeasured] = useState<MeasuredLogo>();
  useEffect(() => {
    let isCurrent = true;
    setMeasured(undefined);
    void measureLogo(url).then((logo) => isCurrent && setMeasured(logo));
    return () => {
      isCurrent = false;
    };
  }, [url]);
  return measured;
}

function groundsOf(colour: string) {
  const primary = brandTokens(deriveBrand(colour))['--primary'];
  const { light, dark } = surroundingColors;
  return [
    { label: t('dashboard.settings.ground_page'), colour: light.paper ?? '' },
    { label: t('dashboard.settings.ground_panel'), colour: light['paper-2'] ?? '' },
    { label: t('dashboard.settings.ground_colour'), colour: primary?.light ?? colour },
    { label: t('dashboard.settings.ground_page_dark'), colour: dark.paper ?? '' },
    { label: t('dashboard.settings.ground_panel_dark'), colour: dark['paper-2'] ?? '' },
    { label: t('dashboard.settings.ground_colour_dark'), colour: primary?.dark ?? colour },
  ];
}
