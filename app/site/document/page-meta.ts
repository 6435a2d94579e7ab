// Title, description, canonical address and social cards of a page. Pages prefix their name to the studio's.
import type { MetaDescriptor } from 'react-router';
import { alternateLanguages, localPath, pathInLanguage } from '#app/language/language-path.ts';
import { currentLanguage, currentLanguages, type Language } from '#app/language/messages.ts';
import { documentTitle } from '#app/shell/document/document-title.ts';

export interface PageDescription {
  /** Absent on the home page, whose title is the studio's name alone. */
  title?: string;
  description: string;
  path: string;
  /** In other languages, where it is another one. */
  paths?: Record<string, string>;
  /** Absent: the studio's own picture. */
  image?: string;
  noindex?: boolean;
  structuredData?: object;
  more?: MetaDescriptor[];
}

interface MetaContext {
  studio: { name: string };
  settings: { siteUrl: string };
}

export function pageMeta({ studio, settings }: MetaContext, page: PageDescription): MetaDescriptor[] {
  const title = documentTitle(studio.name, page.title);
  const url = new URL(localPath(page.path), settings.siteUrl).href;
  const picture = page.image ?? '/social.png';
  const image = new URL(picture.startsWith('/social') ? localPath(picture) : picture, settings.siteUrl).href;
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(page.noindex ? [] : alternates(page, settings.siteUrl)),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: studio.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    ...socialLocales(),
    { property: 'og:image', content: image },
    ...(image.includes('/social')
      ? [
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '630' },
          { property: 'og:image:alt', content: title },
        ]
      : []),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(page.structuredData ? [{ 'script:ld+json': page.structuredData as { [key: string]: string } }] : []),
    ...(page.more ?? []),
  ];
}

/** The same page in every language of the studio, for search engines. */
function alternates({ path, paths }: PageDescription, siteUrl: string): MetaDescriptor[] {
  return alternateLanguages(currentLanguages().languages).map(({ hrefLang, code }) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: new URL(pathInLanguage(paths?.[code] ?? path, code), siteUrl).href,
  }));
}

function socialLocales(): MetaDescriptor[] {
  const own = currentLanguage();
  return [
    { property: 'og:locale', content: socialLocale(own) },
    ...currentLanguages()
      .languages.filter(({ code }) => code !== own.code)
      .map((language) => ({ property: 'og:locale:alternate', content: socialLocale(language) })),
  ];
}

/** "pt_PT"; without extensions, such as those for digits. */
function socialLocale({ locale }: Language): string {
  return (locale.split('-u-')[0] ?? locale).replace('-', '_');
}
