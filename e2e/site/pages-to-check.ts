// The pages whose accessibility is checked: one of each template in `npm test`, all of them in `npm test -- every-page`.

/** For a release: every page, and axe again in a phone at night. */
export const isEveryPage = Boolean(process.env.EVERY_PAGE);

export const PUBLIC_PAGES = choose(
  [
    '/',
    '/classes?day=sun&age=9',
    '/classes/breath-and-bowed-metal',
    '/events/the-copy-shop-night',
    '/timetable',
    '/works',
    '/works/nobody-leads',
    '/people/teo-marchetti',
    '/journal/what-the-boatyard-taught-us-about-reverb',
    '/radio',
    '/radio/shows/the-copy-shop-hour',
    '/contact',
    '/passes',
    '/search?q=a',
    '/sign-up',
  ],
  [
    '/classes',
    '/events',
    '/people',
    '/journal',
    '/visit',
    '/about',
    '/policies/privacy',
    '/policies/terms',
    '/policies/cancellation',
    '/newsletter',
    '/kit',
    '/setup',
    '/offline',
    '/sign-in',
    '/recover',
    '/new-password',
    '/confirm?type=signup&token_hash=x',
    '/confirm',
    '/auth/callback?error=access_denied',
  ],
);

/** `first` is the first entry of the list before it. */
export const DASHBOARD_PAGES: Record<string, string[]> = {
  'people and bookings': choose(
    [
      '/dashboard',
      '/dashboard/bookings',
      '/dashboard/security',
      '/dashboard/teach?teachers=all',
      '/dashboard/teach/first',
      '/dashboard/orders',
      '/dashboard/orders/first',
      '/dashboard/orders/new',
      '/dashboard/reports',
    ],
    [
      '/dashboard/passes',
      '/dashboard/profile',
      '/dashboard/your-data',
      '/dashboard/nowhere',
      '/dashboard/waiting-lists',
      '/dashboard/households',
      '/dashboard/households/first',
      '/dashboard/payments',
      '/dashboard/payments/passes',
      '/dashboard/payments/vouchers',
      '/dashboard/messages/inbox',
      '/dashboard/messages/newsletter',
      '/dashboard/messages/outbox',
      '/dashboard/people',
    ],
  ),
  'classes and content': choose(
    [
      '/dashboard/calendar',
      '/dashboard/offerings',
      '/dashboard/offerings/first',
      '/dashboard/sessions',
      '/dashboard/sessions/first',
      '/dashboard/content',
      '/dashboard/content/posts/first',
      '/dashboard/media',
    ],
    [
      '/dashboard/calendar?view=month',
      '/dashboard/offerings/new',
      '/dashboard/terms',
      '/dashboard/rooms',
      '/dashboard/policies',
    ],
  ),
  'the radio and the studio': choose(
    [
      '/dashboard/radio',
      '/dashboard/radio/library',
      '/dashboard/radio/schedule',
      '/dashboard/settings',
      '/dashboard/settings/look',
      '/dashboard/system',
    ],
    [
      '/dashboard/radio/webhooks',
      '/dashboard/radio/library/playlists',
      '/dashboard/radio/schedule/shows',
      '/dashboard/radio/schedule/clock',
      '/dashboard/radio/recordings',
      '/dashboard/radio/figures',
      '/dashboard/radio/figures/history',
      '/dashboard/import',
      '/dashboard/export',
      '/dashboard/settings/booking',
      '/dashboard/settings/mail',
      '/dashboard/settings/payments',
      '/dashboard/settings/keys',
      '/dashboard/settings/samples',
      '/dashboard/system/backups',
      '/dashboard/system/jobs',
      '/dashboard/system/logs',
      '/dashboard/system/audit',
    ],
  ),
};

const DATA = '/dashboard/system/data';
export const DATA_PAGES = choose(
  [`${DATA}/table?schema=auth&table=users`],
  [DATA, `${DATA}/files`, `${DATA}/sql`, `${DATA}/functions`, `${DATA}/live`],
);

function choose(templates: string[], others: string[]): string[] {
  return isEveryPage ? [...templates, ...others] : templates;
}
