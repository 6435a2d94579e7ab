// The station and its shows as search engines read them.
import { t } from '#app/language/messages.ts';
import { personData, postalAddress } from '#app/site/document/structured-data.ts';
import type { Discipline } from '#contracts/discipline.ts';

export function stationData(studio: { name: string; address: string }, siteUrl: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'RadioStation',
    '@id': `${siteUrl}/radio#station`,
    name: t('site.radio.station_name', { studio: studio.name }),
    url: `${siteUrl}/radio`,
    image: `${siteUrl}/social.png`,
    ...postalAddress(studio.address),
    parentOrganization: { '@id': `${siteUrl}/#studio` },
  };
}

interface ShowForData {
  slug: string;
  title: string;
  summary: string;
  discipline: Discipline;
  host: { slug: string; name: string } | null;
}

export function showData(show: ShowForData, studioName: string, siteUrl: string): object {
  const url = `${siteUrl}/radio/shows/${show.slug}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'RadioSeries',
    '@id': `${url}#show`,
    url,
    name: show.title,
    description: show.summary,
    publisher: {
      '@type': 'RadioStation',
      '@id': `${siteUrl}/radio#station`,
      name: t('site.radio.station_name', { studio: studioName }),
    },
    ...(show.host && { actor: personData(show.host, siteUrl) }),
  };
}
