import { type SectionState, SITE_SECTIONS } from '#contracts/site-sections.ts';

interface SectionRow {
  name: string;
  is_on: boolean;
  has_content: boolean;
}

/** What menus may link to. A stream from elsewhere always has something to hear. */
export function sectionState(rows: readonly SectionRow[], streamUrl: string | null): SectionState {
  const isForeign = streamUrl !== null && !streamUrl.startsWith('/');
  const find = (wanted: string) => rows.find(({ name }) => name === wanted);
  const open = SITE_SECTIONS.filter((name) => find(name)?.is_on);
  return {
    open,
    linked: open.filter((name) => find(name)?.has_content || (name === 'radio' && isForeign)),
  };
}
