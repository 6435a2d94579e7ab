import type { MetaDescriptor } from 'react-router';
import { t } from '#app/language/messages.ts';

/** Announces the journal's feed to feed readers. */
export function feedLink(studioName: string): MetaDescriptor {
  return {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/rss+xml',
    title: t('site.journal.feed_name', { studio: studioName }),
    href: '/journal.rss',
  };
}
