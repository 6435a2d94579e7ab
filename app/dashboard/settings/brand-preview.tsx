// The home page, a class and a ticket in the studio's look, before it is saved: built from the variables of the site. A
// picture: nothing in it is interactive.

import type { CSSProperties } from 'react';
import {
  brandProperties,
  brandTokens,
  deriveBrand,
  type Scheme,
  surroundingColors,
} from '#app/features/brand/derive-brand.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';

export interface PreviewLook {
  name: string;
  colour: string;
  typeface: string;
  logo: string | undefined;
  currency: string;
}

/** What comes next in this studio, or examples. */
export interface PreviewDate {
  title: string;
  time: string;
}

interface BrandPreviewProps {
  look: PreviewLook;
  dates: PreviewDate[];
}

const PAGES = ['home', 'class', 'ticket'] as const;

export function BrandPreviews({ look, dates }: BrandPreviewProps) {
  return (
    <div className="look-previews">
      {(['light', 'dark'] as const).flatMap((scheme) =>
        PAGES.map((page) => (
          <figure key={scheme + page}>
            <div
              className="look-page"
              data-page={page}
              role="img"
              aria-label={t('dashboard.settings.preview_of_page', { page, scheme })}
              style={properties(scheme, look) as CSSProperties}
            >
              {page === 'home' && <HomePreview look={look} dates={dates} />}
              {page === 'class' && <ClassPreview look={look} dates={dates} />}
              {page === 'ticket' && <TicketPreview look={look} dates={dates} />}
              <p className="look-bar">
                <i />
                <b>{t('dashboard.settings.undertow')}</b> <span>{t('dashboard.settings.on_air')}</span>
              </p>
            </div>
            <figcaption aria-hidden="true">
              {t('dashboard.settings.preview_of_page', { page, scheme })}
            </figcaption>
          </figure>
        )),
      )}
    </div>
  );
}

function Head({ look: { logo, name } }: { look: PreviewLook }) {
  return (
    <p className="look-head">
      {logo ? <img src={logo} alt="" /> : <b>{name}</b>}
      <span>{t('dashboard.settings.preview_menu')}</span>
    </p>
  );
}

function HomePreview({ look, dates }: BrandPreviewProps) {
  return (
    <>
      <div className="look-tide">
        <Head look={look} />
        <div className="look-lines" />
      </div>
      <ol className="look-list">
        {dates.map(({ title, time }) => (
          <li key={title}>
            <b>{title}</b>
            <span>{time}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function ClassPreview({ look, dates: [first] }: BrandPreviewProps) {
  return (
    <>
      <Head look={look} />
      <div className="look-class">
        <b className="look-title">{first?.title}</b>
        <div className="look-cover" />
        <p className="look-box">
          <b>{price(EXAMPLE_CENTS, look.currency)}</b>
          <span>{t('dashboard.settings.three_places_left')}</span>
        </p>
        <span className="look-button">{t('dashboard.settings.book_a_place')}</span>
      </div>
    </>
  );
}

const EXAMPLE_CENTS = 2400;

function TicketPreview({ look, dates: [first] }: BrandPreviewProps) {
  return (
    <>
      <div className="look-cover" />
      <div className="look-ticket">
        <b className="look-title">{first?.title}</b>
        <dl>
          <div>
            <dt>{t('dashboard.settings.preview_when')}</dt>
            <dd>{first?.time}</dd>
          </div>
          <div>
            <dt>{t('dashboard.settings.preview_paid')}</dt>
            <dd>{price(EXAMPLE_CENTS, look.currency)}</dd>
          </div>
        </dl>
      </div>
      <div className="look-class">
        <span className="look-button look-outline">{t('dashboard.settings.preview_add_to_calendar')}</span>
      </div>
    </>
  );
}

// Set for this scheme: the page's own colours depend on the scheme of its root.
function properties(scheme: Scheme, { colour, typeface }: PreviewLook): Record<string, string> {
  const tokens = Object.entries(brandTokens(deriveBrand(colour)));
  return {
    ...brandProperties(null, typeface),
    ...Object.fromEntries(
      Object.entries(surroundingColors[scheme]).map(([name, value]) => [`--${name}`, value]),
    ),
    '--on-bar': surroundingColors.dark.ink ?? '',
    '--line': `color-mix(in oklch, ${surroundingColors[scheme].ink} 22%, ${surroundingColors[scheme].paper})`,
    ...Object.fromEntries(tokens.map(([name, pair]) => [name, pair[scheme]])),
    colorScheme: scheme,
  };
}
