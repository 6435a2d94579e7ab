import type { MetaDescriptor } from 'react-router';

/** Announces the journal's feed to feed readers. */
export function feedLink(studioName: string): MetaDescriptor {
  return {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/rss+xml',
    title: `${studioName} journal`,
    href: '/journal.rss',
  };
}
