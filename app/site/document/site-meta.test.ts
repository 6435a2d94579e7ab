import { describe, expect, it } from 'vitest';
import type { RootData } from '#app/root.tsx';
import { describeArticle } from './describe-article.ts';
import { siteMeta } from './site-meta.ts';

const root = {
  studio: { name: 'Atelier Nord' },
  settings: { siteUrl: 'https://onda.example' },
} as unknown as RootData;
const args = { matches: [{ loaderData: root }], params: {} };

describe('the meta of a public page', () => {
  it('has title, canonical address and the studio picture', () => {
    const meta = siteMeta(({ studio }) => ({ title: 'visit', description: studio.name, path: '/visit' }))(
      args,
    );
    expect(meta).toContainEqual({ title: 'visit · atelier nord' });
    expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://onda.example/visit' });
    expect(meta).toContainEqual({ property: 'og:image', content: 'https://onda.example/social.png' });
    expect(meta).not.toContainEqual({ name: 'robots', content: 'noindex' });
  });

  it('keeps search engines out and appends links where the page says so', () => {
    const more = [{ tagName: 'link', rel: 'alternate', href: '/journal.rss' }];
    const meta = siteMeta(() => ({ description: '', path: '/', noindex: true, more }))(args);
    expect(meta).toContainEqual({ name: 'robots', content: 'noindex' });
    expect(meta.at(-1)).toEqual(more[0]);
  });

  it('is empty while the studio or the page could not be read', () => {
    expect(siteMeta(() => ({ description: '', path: '/' }))({ matches: [undefined], params: {} })).toEqual(
      [],
    );
    expect(siteMeta(() => undefined)(args)).toEqual([]);
  });
});

describe('describeArticle', () => {
  it('builds the address and the social picture from the kind', () => {
    expect(describeArticle('radio', { slug: 'tide', title: 'Tide' })).toEqual({
      title: 'Tide',
      path: '/radio/shows/tide',
      image: '/social/radio/tide.png',
      paths: {},
    });
    expect(describeArticle('pages', { slug: 'team', title: 'Team' }).path).toBe('/team');
    expect(describeArticle('works', { slug: 'a', title: 'A' }).path).toBe('/works/a');
  });
});
