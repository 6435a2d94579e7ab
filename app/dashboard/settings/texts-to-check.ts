// What visitors read that the program brought along and nobody of the studio has checked.
import { t } from '#app/language/messages.ts';
import type { SiteContext } from '#app/site-context.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export interface TextToCheck {
  /** Which text, for the note that it was checked. */
  place: string;
  label: string;
  /** By language. Empty: it is read on its page. */
  texts: { code: string; text: string }[];
  /** Where visitors read it, and where it is changed. */
  page: string;
  editor: string;
  /** Policies are confirmed on their own page. */
  isConfirmedElsewhere?: true;
}

/** The names that a new database begins with. */
const FIRST_DISCIPLINES: Record<string, string> = {
  sound: 'Sound',
  movement: 'Movement',
  image: 'Image',
  word: 'Word',
  making: 'Making',
};
const DEFAULT_PAGES = ['about', 'visit'] as const;

type Reader = Pick<SiteContext, 'inLanguage'> & { backend: StudioClient };

export async function readTextsToCheck({ backend, inLanguage }: Reader): Promise<TextToCheck[]> {
  const [studio, disciplines, pages, policies, checked] = await Promise.all([
    backend.from('studio').select('name,description,statement,lead,languages').single(),
    backend.from('disciplines').select('slug,name').order('position'),
    backend
      .from('pages')
      .select('slug')
      .in('slug', [...DEFAULT_PAGES])
      .not('published_at', 'is', null),
    backend.rpc('list_policies'),
    backend.from('checked_texts').select('place,text'),
  ]);
  for (const { error } of [studio, disciplines, pages, policies, checked]) if (error) throw error;
  if (!studio.data) throw new Error('The studio row is missing from the database.');
  const { name, description, statement, lead, languages } = studio.data;
  const inAll = (write: () => string) => languages.map((code) => ({ code, text: inLanguage(code, write) }));
  const home = { page: '/', editor: '/dashboard/settings' };
  const own = new Set(pages.data?.map(({ slug }) => slug));
  const found: TextToCheck[] = [
    ...whenEmpty(statement, {
      place: 'statement',
      label: t('dashboard.texts.statement'),
      texts: inAll(() => t('site.layout.neutral_statement')),
      ...home,
    }),
    ...whenEmpty(lead, {
      place: 'lead',
      label: t('dashboard.texts.lead'),
      texts: inAll(() => t('site.layout.neutral_lead')),
      ...home,
    }),
    ...whenEmpty(description, {
      place: 'description',
      label: t('dashboard.texts.description'),
      texts: inAll(() => t('site.layout.neutral_description', { name })),
      ...home,
    }),
    ...(disciplines.data ?? [])
      .filter((one) => FIRST_DISCIPLINES[one.slug] === one.name)
      .map((one) => ({
        place: `discipline ${one.slug}`,
        label: t('dashboard.texts.discipline'),
        texts: [{ code: languages[0] ?? 'en', text: one.name }],
        page: `/classes?discipline=${one.slug}`,
        editor: '/dashboard/settings/disciplines',
      })),
    ...DEFAULT_PAGES.filter((slug) => !own.has(slug)).map((slug) => ({
      place: `page ${slug}`,
      label: t(`dashboard.texts.page_${slug}`),
      texts: [],
      page: `/${slug}`,
      editor: '/dashboard/content?kind=pages',
    })),
    ...(policies.data ?? [])
      .filter(({ state }) => state !== 'own' && state !== 'confirmed')
      .map(({ slug }) => ({
        place: `policy ${slug}`,
        label: t(`shared.policies.${slug}`),
        texts: [],
        page: `/policies/${slug}`,
        editor: '/dashboard/settings/business',
        isConfirmedElsewhere: true as const,
      })),
  ];
  return found.filter(
    (one) => !checked.data?.some(({ place, text }) => place === one.place && text === textOf(one)),
  );
}

/** What is noted as checked: another text, or a further language, is to be checked again. */
export function textOf({ texts }: TextToCheck): string {
  return texts.map(({ code, text }) => `${code}: ${text}`).join('\n');
}

const whenEmpty = (own: string, item: TextToCheck): TextToCheck[] => (own.trim() === '' ? [item] : []);
