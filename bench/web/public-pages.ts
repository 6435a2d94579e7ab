// Which pages Lighthouse looks at: those with most visitors, or one of every kind that a visitor can open.

/** Not in the sitemap, because search engines have nothing to find there. */
const UNLISTED = [
  '/search',
  '/kit',
  '/radio/guest',
  '/sign-in',
  '/sign-up',
  '/recover',
  '/new-password',
  '/confirm',
  '/setup',
  '/offline',
];

/** Home, a class, the timetable and the radio, in the studio's first language and in Portuguese. */
export async function pagesInTwoLanguages(url: string): Promise<string[]> {
  const listed = await readSitemap(url);
  const classes = ['/classes/', '/pt/classes/'].flatMap((start) => firstBelow(listed, start));
  return ['/', '/timetable', '/radio', '/pt', '/pt/timetable', '/pt/radio', ...classes];
}

/** In the studio's first language. The last is the booking of a class. */
export async function pagesOfEveryKind(url: string): Promise<string[]> {
  const listed = (await readSitemap(url)).filter((path) => !/^\/[a-z]{2}(\/|$)/.test(path));
  const kinds = new Map<string, string>();
  for (const path of listed) {
    const parent = path.slice(0, path.lastIndexOf('/'));
    const kind = parent || path;
    if (!kinds.has(`${kind} ${parent}`)) kinds.set(`${kind} ${parent}`, path);
  }
  return [...kinds.values(), ...UNLISTED, ...(await bookingPage(url, firstBelow(listed, '/classes/')))];
}

export async function readSitemap(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)</g)].map(([, address = '']) => new URL(address).pathname);
}

function firstBelow(paths: string[], start: string): string[] {
  return paths.filter((path) => path.startsWith(start)).slice(0, 1);
}

async function bookingPage(url: string, classes: string[]): Promise<string[]> {
  const [page] = classes;
  const html = page ? await (await fetch(url + page)).text() : '';
  return html.match(/\/book\/[0-9a-f-]+/)?.slice(0, 1) ?? [];
}
