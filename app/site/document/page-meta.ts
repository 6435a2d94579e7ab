// Title, description, canonical address and social cards of a page. Pages prefix their name to the studio's.
import type { MetaDescriptor } from 'react-router';

export interface PageDescription {
  /** Lowercase; absent on the home page, whose title is the studio's name alone. */
  title?: string;
  description: string;
  path: string;
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
  const title = page.title ? `${page.title} · ${studio.name}` : studio.name;
  const url = new URL(page.path, settings.siteUrl).href;
  const image = new URL(page.image ?? '/social.png', settings.siteUrl).href;
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: studio.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
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
