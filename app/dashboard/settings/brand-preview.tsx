// A preview of the studio's colour in one scheme. A picture: nothing in it is interactive.

import type { CSSProperties } from 'react';
import {
  brandProperties,
  brandTokens,
  deriveBrand,
  type Scheme,
  surroundingColors,
} from '#app/features/brand/derive-brand.ts';
import { t } from '#app/language/messages.ts';

interface BrandPreviewProps {
  scheme: Scheme;
  name: string;
  colour: string;
  typeface: string;
}

export function BrandPreview({ scheme, name, colour, typeface }: BrandPreviewProps) {
  return (
    <div
      className="owner-preview"
      style={properties(scheme, colour, typeface) as CSSProperties}
      role="img"
      aria-label={t('dashboard.settings.preview_in_mode', { scheme })}
    >
      <div className="owner-preview-tide">
        <b>{name}</b>
        <span className="owner-preview-lines" />
      </div>
      <div className="owner-preview-page">
        <p className="owner-preview-title">{t('dashboard.settings.breath_and_bowed_metal')}</p>
        <p className="owner-preview-row">{t('dashboard.settings.tonight_18_00_three_places_left')}</p>
        <p>
          <span className="owner-preview-link">{t('dashboard.settings.see_every_date')}</span>{' '}
          <span className="owner-preview-ring">{t('dashboard.settings.in_focus')}</span>
        </p>
        <p>
          <span className="owner-preview-button">{t('dashboard.settings.book_a_place')}</span>
        </p>
      </div>
      <div className="owner-preview-bar">
        <span className="owner-preview-dot" /> {t('dashboard.settings.on_air_undertow')}
      </div>
    </div>
  );
}

// Set for this scheme: the page's own colours depend on the scheme of its root.
function properties(scheme: Scheme, colour: string, typeface: string): Record<string, string> {
  const tokens = Object.entries(brandTokens(deriveBrand(colour)));
  return {
    ...brandProperties(null, typeface),
    ...Object.fromEntries(
      Object.entries(surroundingColors[scheme]).map(([name, value]) => [`--${name}`, value]),
    ),
    '--on-bar': surroundingColors.dark.ink ?? '',
    ...Object.fromEntries(tokens.map(([name, pair]) => [name, pair[scheme]])),
    '--tint': 'color-mix(in srgb, var(--primary) 20%, transparent)',
  };
}
