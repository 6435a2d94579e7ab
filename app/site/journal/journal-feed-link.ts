import type { MetaDescriptor } from 'react-router';

/** Tells feed readers where the journal can be followed. */
export function feedLink(studioName: string): MetaDescriptor {
  return {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/rss+xml',
    title: `${studioName} journal`,
    href: '/journal.rss',
  };
}
