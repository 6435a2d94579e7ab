// The parts of the public site that an owner switches on and off, and their addresses.

export const SITE_SECTIONS = [
  'radio',
  'requests',
  'works',
  'journal',
  'events',
  'people',
  'passes',
  'newsletter',
] as const;
export type SiteSection = (typeof SITE_SECTIONS)[number];

export const isSiteSection = (name: string): name is SiteSection =>
  (SITE_SECTIONS as readonly string[]).includes(name);

// Links to unsubscribe from emails lie below /newsletter: they work for good.
const ADDRESS =
  /^\/(?:(radio|works|journal|events|people|passes)(?:\.data|\/.*)?|(journal)\.rss|(newsletter)(?:\.data)?)(?:[?#].*)?$/;

/** The section that an address of the site belongs to. Without the prefix of a language. */
export function sectionOf(path: string): SiteSection | undefined {
  return ADDRESS.exec(path)?.slice(1).find(Boolean) as SiteSection | undefined;
}

/** What the public site has. */
export interface SectionState {
  /** Those that are on. */
  open: readonly SiteSection[];
  /** Those that are on and have something in them: menus link to these. */
  linked: readonly SiteSection[];
}

/** Whether a page may link there: what is in a section that is on, and its own page if there is something on it. */
export function isLinked(to: string, { open, linked }: SectionState): boolean {
  const section = sectionOf(to);
  if (!section) return true;
  const isOwnPage = /^\/[a-z.]+$/.test(to.split(/[?#]/)[0] ?? '');
  return isOwnPage ? linked.includes(section) : open.includes(section);
}
