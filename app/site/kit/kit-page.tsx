// The style guide: every component of the kit, with the real toasts and dialogs.
import { drawQr } from '#app/site/booking/draw-qr.server.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import dashboardStylesheet from '#app/styles/kit-dashboard.css?url';
import stylesheet from '#app/styles/kit-page.css?url';
import bookingStylesheet from '#app/styles/pages/booking.css?url';
import type { Route } from './+types/kit-page.ts';
import { BookingSection } from './booking-section.tsx';
import { ButtonsSection } from './buttons-section.tsx';
import { ChoicesSection } from './choices-section.tsx';
import { ColourSection } from './colour-section.tsx';
import { ComponentsSection } from './components-section.tsx';
import { CoversSection } from './covers-section.tsx';
import { DashboardSection } from './dashboard-section.tsx';
import { DialogsSection } from './dialogs-section.tsx';
import { FilesSection } from './files-section.tsx';
import { InputsSection } from './inputs-section.tsx';
import { ListsSection } from './lists-section.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import { SoundSection } from './sound-section.tsx';
import { ToastsSection } from './toasts-section.tsx';

const contents = [
  ['buttons', 'Buttons'],
  ['toasts', 'Toasts'],
  ['confirm', 'Confirm'],
  ['inputs', 'Inputs'],
  ['choices', 'Choices'],
  ['files', 'Files'],
  ['lists', 'Lists'],
  ['components', 'Components'],
  ['sound', 'Sound'],
  ['booking', 'Booking'],
  ['dashboard', 'Dashboard'],
  ['colour', 'Colour'],
  ['covers', 'Covers'],
] as const;

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'stylesheet', href: dashboardStylesheet },
  { rel: 'stylesheet', href: bookingStylesheet },
];

export function loader() {
  return { qr: drawQr('https://onda.example/booking/on-4f7k2') };
}

export const meta = siteMeta(() => ({
  title: 'kit',
  description: 'Every component of this site, working: buttons, fields, toasts, dialogs, lists and colours.',
  path: '/kit',
  noindex: true,
}));

export default function KitPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="kit-page" translate="no">
      <div className="wrap kit-opening">
        <h1 className="kit-title">Kit</h1>
        <div className="grid-12">
          <p className="kit-lead span-7">
            Every component of this site, working. Click it, type in it, use the keyboard, enlarge the text,
            switch to dark mode.
          </p>
          <SchemeSwitch />
        </div>
        <nav className="kit-contents" aria-label="On this page">
          <ul>
            {contents.map(([id, name], index) => (
              // Near is wide, far is narrow. In few steps: each width is an instance of the font.
              <li key={id} style={{ fontStretch: `${150 - Math.floor(index / 3) * 20}%` }}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <ButtonsSection />
      <ToastsSection />
      <DialogsSection />
      <InputsSection />
      <ChoicesSection />
      <FilesSection />
      <ListsSection />
      <ComponentsSection />
      <SoundSection />
      <BookingSection qr={loaderData.qr} />
      <DashboardSection />
      <ColourSection />
      <CoversSection />
    </main>
  );
}
