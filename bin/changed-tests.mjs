// What `npm test -- changed` runs where no imports tell: the tests of whole programs and in a browser that depend on the
// files changed since the main branch. Unit and component tests are chosen by Vitest, which follows the imports.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './find-node.mjs';

/**
 * Which tests depend on the files whose path begins so; of several beginnings the longest counts. A word with a slash is the
 * beginning of a path. Any other is the beginning of a journey's file name ("" is all of them), or the whole name of a
 * process test.
 */
export const TESTS_OF_FOLDERS = {
  'app/': [''],
  'app/api/': ['account-session', 'account-connection', 'connection', 'api-elsewhere'],
  'app/backend/': ['account-session', 'account-callback', 'api-elsewhere'],
  'app/bot-check/': ['bot-check', 'account-sign-up'],
  'app/dashboard/': ['account-'],
  'app/dashboard/content/': ['account-content', 'account-media'],
  'app/dashboard/households/': ['account-staff'],
  'app/dashboard/import/': ['account-import'],
  'app/dashboard/layout/': ['account-dashboard-layout', 'account-states', 'account-accessibility'],
  'app/dashboard/media/': ['account-media', 'account-content'],
  'app/dashboard/messages/': ['account-outbox', 'account-dashboard-layout'],
  'app/dashboard/orders/': ['account-staff'],
  'app/dashboard/passes/': ['account-staff'],
  'app/dashboard/people/': ['account-people'],
  'app/dashboard/profile/': ['account-your-data', 'account-accessibility'],
  'app/dashboard/programme/': ['account-programme', 'account-edges'],
  'app/dashboard/radio/': ['account-radio', 'account-class-hour', 'account-webhooks', 'live-browser'],
  'app/dashboard/security/': [
    'account-security',
    'account-second-factor',
    'account-passkey',
    'account-consent',
    'account-providers',
  ],
  'app/dashboard/session/': ['account-session', 'account-sign-in'],
  'app/dashboard/settings/': ['account-settings', 'set-up'],
  'app/dashboard/system/': ['account-data-window', 'account-import', 'account-accessibility'],
  'app/dashboard/teach/': ['account-teaching', 'live-browser'],
  'app/dashboard/waitlists/': ['account-staff'],
  'app/dashboard/your-data/': ['account-your-data'],
  'app/features/booking/': ['booking', 'account-booking', 'all-languages'],
  'app/features/class-audio/': ['live-browser'],
  'app/features/radio-': ['radio-', 'live-browser', 'account-radio'],
  'app/features/sign-in/': ['account-sign-', 'account-recover', 'account-second-factor', 'account-passkey'],
  'app/language/': ['languages', 'all-languages', 'account-content-languages'],
  'app/shell/analytics/': ['analytics'],
  'app/shell/connection/': ['connection', 'offline', 'account-connection'],
  'app/shell/document/': ['document', 'late-fonts', 'prefetch'],
  'app/shell/intro/': ['intro'],
  'app/shell/live-places/': ['search'],
  'app/shell/radio-player/': ['radio-', 'account-states'],
  'app/shell/route-overlay/': ['route-overlay', 'pages'],
  'app/shell/session/': ['account-session', 'account-sign-'],
  'app/site/': ['pages', 'accessibility', 'all-languages', 'languages', 'route-overlay'],
  'app/site/account/': [
    'account-sign-',
    'account-recover',
    'account-callback',
    'account-consent',
    'account-edges',
  ],
  'app/site/booking/': ['booking', 'account-booking', 'all-languages'],
  'app/site/contact/': ['bot-check', 'odd-requests'],
  'app/site/kit/': ['kit', 'late-fonts'],
  'app/site/offline/': ['offline'],
  'app/site/radio/': ['radio-', 'live-browser'],
  'app/site/search/': ['search'],
  'app/site/setup/': ['set-up', 'api-elsewhere'],
  'app/styles/': ['accessibility', 'account-accessibility', 'all-languages', 'pages', 'kit', 'intro'],
  'app/ui/': ['accessibility', 'account-accessibility', 'kit', 'account-content', 'booking'],
  'backend/auth/': ['account-', 'hosted-backend'],
  'backend/database/': ['e2e/start/', 'pages', 'booking', 'account-sign-in'],
  'backend/realtime/': ['account-dashboard-layout', 'search', 'lost-database'],
  'backend/storage/': ['account-media', 'account-radio', 'killed-upload', 'full-disk'],
  'backend/': ['e2e/start/outages', 'account-session', 'booking'],
  'contracts/': ['account-', 'booking', 'radio-'],
  'e2e/api/radio/': ['e2e/api/radio/'],
  'e2e/site/': [''],
  'e2e/site/account.ts': ['account-', 'live-browser', 'all-languages', 'set-up'],
  'e2e/start/': ['e2e/start/', 'e2e/api/radio/'],
  'messages/': ['all-languages', 'languages'],
  'package-lock.json': ['', 'e2e/start/', 'e2e/api/radio/'],
  'public/': ['pages', 'offline', 'intro'],
  'radio/': ['radio-', 'live-browser', 'e2e/api/radio/'],
  'server/': ['starts', 'stop-and-start', 'booking', 'account-session', 'account-settings'],
  'server/backup/': ['account-import', 'killed-restore'],
  'server/booking/': ['booking', 'account-booking', 'account-staff'],
  'server/mail/': ['account-outbox', 'account-sign-up', 'booking'],
  'server/payments/': ['account-staff', 'booking'],
  'server/radio/': ['radio-', 'live-browser', 'account-radio', 'e2e/api/radio/'],
  'server/teaching/': ['account-teaching'],
  'server/webhooks/': ['account-webhooks'],
  'supabase/': ['account-', 'booking', 'search', 'set-up', 'bootstrap', 'hosted-backend'],
  'vite.config.ts': [''],
};

/** What the site's answers depend on. Their tests run all or none: each alone would start the program as well. */
const PAGE_FOLDERS = ['app/', 'backend/', 'contracts/', 'messages/', 'public/', 'server/', 'supabase/'];

/** Where the work on this branch began: the files changed since then are the ones in question. */
export function findBase() {
  for (const main of ['origin/main', 'main']) {
    const base = git(['merge-base', 'HEAD', main]);
    if (base) return base.trim();
  }
  return 'HEAD';
}

export function filesSince(base) {
  const changed = `${git(['diff', '--name-only', base]) ?? ''}\n${git(['ls-files', '--others', '--exclude-standard']) ?? ''}`;
  return changed.split('\n').filter((file) => file !== '');
}

/** Every test of a whole program, started by itself or for a browser. */
export function listWholeTests() {
  return ['e2e/site', 'e2e/start', 'e2e/api/radio/'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .filter((name) => /\.(spec|test)\.ts$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
}

/** Of all `tests` (paths below the project's folder) the ones to run, by the stage that runs them. */
export function choose(files, tests) {
  const words = files.filter((file) => !tests.includes(file)).flatMap(wordsOf);
  const isChosen = (test) => files.includes(test) || words.some((word) => isNamed(test, word));
  const chosen = tests.filter(isChosen);
  return {
    pages: files.some((file) => PAGE_FOLDERS.some((folder) => file.startsWith(folder))),
    process: chosen.filter((test) => !test.startsWith('e2e/site/')),
    site: chosen.filter((test) => test.startsWith('e2e/site/')),
  };
}

export function isNamed(test, word) {
  if (word.includes('/')) return test.startsWith(word);
  const name = test.split('/').at(-1);
  return test.startsWith('e2e/site/') ? name.startsWith(word) : name === `${word}.test.ts`;
}

function wordsOf(file) {
  const folders = Object.keys(TESTS_OF_FOLDERS).filter((folder) => file.startsWith(folder));
  const longest = folders.sort((one, other) => other.length - one.length)[0];
  return longest ? TESTS_OF_FOLDERS[longest] : [];
}

function git(parameters) {
  try {
    return execFileSync('git', parameters, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}
