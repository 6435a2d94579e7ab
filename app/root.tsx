// The document around every page, and the parts that persist across navigation: radio, overlay, toasts, dialogs.

import { useCallback, useState } from 'react';
import {
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import { readDisciplines } from '#app/disciplines/read-disciplines.ts';
import { brandProperties } from '#app/features/brand/derive-brand.ts';
import { mergeSlots } from '#app/features/radio-schedule/merge-slots.ts';
import { onAirNow } from '#app/features/radio-schedule/on-air.ts';
import { outlineWord } from '#app/features/wordmark/outline-word.server.ts';
import { WordmarkDefinition } from '#app/features/wordmark/wordmark.tsx';
import { localized } from '#app/language/in-language.ts';
import { localPath } from '#app/language/language-path.ts';
import { currentLanguage } from '#app/language/messages.ts';
import { withNeutralTexts } from '#app/language/neutral-texts.ts';
import { utcOffsets } from '#app/language/utc-offsets.server.ts';
import { learnZone } from '#app/language/zone-clock.ts';
import { stayOnPage } from '#app/shell/connection/stay-on-page.ts';
import { awaitMessages } from '#app/shell/document/await-messages.ts';
import { bootScript } from '#app/shell/document/boot-script.ts';
import { buildId } from '#app/shell/document/build-id.ts';
import { documentTitle } from '#app/shell/document/document-title.ts';
import { ErrorPage, errorTitle } from '#app/shell/document/error-page.tsx';
import { focusHeading } from '#app/shell/document/focus-heading.ts';
import { ScrollPosition } from '#app/shell/document/scroll-position.tsx';
import { Intro } from '#app/shell/intro/intro.tsx';
import { introPlayerUrl } from '#app/shell/intro/intro-player-url.ts';
import { LateShell } from '#app/shell/late-shell.tsx';
import { RadioPlayer } from '#app/shell/radio-player/radio-player.tsx';
import { holdUntilClosed } from '#app/shell/route-overlay/hold-until-closed.ts';
import { RouteOverlay } from '#app/shell/route-overlay/route-overlay.tsx';
import { SessionWatch } from '#app/shell/session/session-watch.tsx';
import { openingNow } from '#app/site/layout/opening-now.ts';
import { sectionState } from '#app/site/layout/section-state.ts';
import { LinkedAddressesProvider } from '#app/ui/linked-addresses.ts';
import { isLinked } from '#contracts/site-sections.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Route } from './+types/root.ts';
import displayFont from './fonts/georama-latin.woff2?url';
import textFont from './fonts/radio-canada-latin.woff2?url';
import { siteContext } from './site-context.ts';
import stylesheet from './styles/app.css?url';

// A navigation first waits for the network, and then until the page can be shown.
export const clientMiddleware = [holdUntilClosed, stayOnPage, awaitMessages];

export const links: LinksFunction = () => [
  { rel: 'preload', href: textFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: localPath('/manifest.webmanifest') },
];

async function readStudio(backend: StudioClient) {
  const [studio, hours, closed, slots, disciplines, sections, business] = await Promise.all([
    backend.from('studio').select('*').single(),
    backend.from('opening_hours').select('*').order('weekday').order('opens'),
    backend.from('closed_days').select('starts_on,ends_on').order('starts_on'),
    backend
      .from('slots')
      .select(
        'weekday,local_time,duration_min,show:shows(slug,title,translations,host:people(name,translations))',
      ),
    readDisciplines(backend),
    backend.from('site_sections').select('name,is_on,has_content'),
    backend.from('business').select('legal_name').single(),
  ]);
  for (const { error } of [studio, hours, closed, slots, disciplines, sections, business])
    if (error) throw error;
  if (!studio.data) throw new Error('The studio row is missing from the database.');
  return {
    studio: withNeutralTexts(localized(studio.data)),
    hasImprint: Boolean(business.data?.legal_name),
    closedDays: closed.data ?? [],
    sections: sections.data ?? [],
    ...localized({
      hours: hours.data ?? [],
      slots: mergeSlots(slots.data ?? []),
      disciplines: disciplines.data ?? [],
    }),
  };
}

export async function loader({ context }: Route.LoaderArgs) {
  const { shared, settings, now, validUntil } = context.get(siteContext);
  const { studio, hasImprint, sections, hours, closedDays, slots, disciplines } = await shared(
    'studio',
    readStudio,
  );
  const { zone, name, is_lower_case, primary_colour, typeface, logo_path } = studio;
  const onAir = onAirNow(slots, now, zone);
  if (onAir) validUntil(onAir.endsAt);
  const opening = openingNow(hours, closedDays, now, zone);
  validUntil(opening.changesAt);
  return {
    buildId,
    studio,
    sections: sectionState(sections, settings.streamUrl),
    hasImprint,
    disciplines,
    openingHours: hours,
    closedDays,
    openingLine: opening.line,
    utcOffsets: utcOffsets(zone, now),
    word: {
      ...outlineWord(is_lower_case ? name.toLowerCase() : name),
      ...(logo_path && { logo: `${settings.storageUrl}/storage/v1/object/public/brand/${logo_path}` }),
    },
    brand: brandProperties(primary_colour, typeface),
    onAir: onAir && { ...onAir, endsAt: onAir.endsAt.toISOString() },
    settings,
  };
}

/** The studio does not change between two pages; it is read again on revalidation. */
export function shouldRevalidate({ currentUrl, nextUrl, actionStatus }: ShouldRevalidateFunctionArgs) {
  // A rejected or failed submission changed nothing.
  return currentUrl.href === nextUrl.href && (actionStatus ?? 200) < 400;
}

export type RootData = Awaited<ReturnType<typeof loader>>;

/** For errors; every page has its own. */
export function meta({ loaderData, error }: Route.MetaArgs) {
  return [{ title: documentTitle(loaderData?.studio.name ?? 'onda', error ? errorTitle(error) : undefined) }];
}

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const { code, direction } = currentLanguage();
  const sections = data?.sections;
  const isOpenLink = useCallback((to: string) => !sections || isLinked(to, sections), [sections]);
  return (
    <html lang={code} dir={direction} style={data?.brand} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no"
        />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: light)"
          content={data?.studio.primary_colour ?? '#00bb4f'}
        />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0a120d" />
        <script dangerouslySetInnerHTML={{ __html: bootScript }} />
        <Meta />
        <Links />
      </head>
      <body data-environment={data?.settings.environment}>
        <LinkedAddressesProvider value={isOpenLink}>{children}</LinkedAddressesProvider>
        <ScrollPosition />
        <Scripts />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const [landedOnHome] = useState(pathname === '/');
  const isRadioLinked = loaderData.sections.linked.includes('radio');
  // Before any page writes a time.
  useState(() => learnZone(loaderData.utcOffsets));
  return (
    <>
      <WordmarkDefinition word={loaderData.word} />
      <SessionWatch settings={loaderData.settings} />
      <div id="page">
        <Outlet />
      </div>
      {landedOnHome && (
        <Intro
          word={loaderData.word}
          playerUrl={introPlayerUrl}
          fades={loaderData.studio.hero !== 'wordmark'}
          onComplete={uncover}
        />
      )}
      <RouteOverlay />
      {/* Not in the page, which is inert during a route change: the radio stays usable. */}
      <RadioPlayer
        onAir={loaderData.onAir}
        streamUrl={isRadioLinked ? loaderData.settings.streamUrl : null}
        isLinked={isRadioLinked}
        stationName={loaderData.studio.name}
        zone={loaderData.studio.zone}
      />
      <p id="route-announcer" className="sr-only" role="status" />
      <LateShell settings={loaderData.settings} />
    </>
  );
}

/** The intro has ended. Visitors who skipped it, or already use the page, stay where they are. */
function uncover({ dataset }: HTMLElement): void {
  if (dataset.skipped === undefined && document.activeElement === document.body) focusHeading();
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
