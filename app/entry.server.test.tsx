import { type ReactNode, Suspense } from 'react';
import {
  Await,
  createRequestHandler,
  RouterContextProvider,
  Scripts,
  type ServerBuild,
  useLoaderData,
} from 'react-router';
import { describe, expect, it } from 'vitest';
import * as entry from './entry.server.tsx';

interface TestPage {
  loader?: () => unknown;
  Page: () => ReactNode;
  path?: string;
}

async function render({ loader, Page, path = '/' }: TestPage) {
  const Document = () => (
    <html lang="en">
      <head>
        <link rel="modulepreload" href="/a.js" />
        <title>test</title>
      </head>
      <body>
        <Page />
        <Scripts />
      </body>
    </html>
  );
  const reports: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(entry.siteContext, { report: (error: unknown) => reports.push(error) } as never);
  const handler = createRequestHandler(buildOf({ default: Document, loader }), 'production');
  const response = await handler(new Request(`http://studio.test${path}`), context);
  const { before, data, after } = entry.pageParts.get(response) ?? { before: '', data: [], after: '' };
  return { response, html: before + Buffer.concat(data).toString('utf8') + after, reports };
}

function buildOf(module: { default: () => ReactNode; loader?: () => unknown }): ServerBuild {
  const route = { id: 'root', path: '', module };
  const assets = { id: 'root', path: '', module: '/root.js', hasLoader: Boolean(module.loader), imports: [] };
  return {
    entry: { module: entry },
    routes: { root: route },
    assets: {
      entry: { module: '/entry.js', imports: [] },
      routes: { root: assets },
      url: '/m.js',
      version: '1',
    },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild;
}

describe('a rendered page', () => {
  it('is one whole document with its data behind the content', async () => {
    const { response, html } = await render({
      loader: () => ({ text: 'ola' }),
      Page: () => <p>{useLoaderData<{ text: string }>().text}</p>,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(html.match(/<!DOCTYPE/g)).toHaveLength(1);
    expect(html).toMatch(
      /<p>ola<\/p>[\s\S]*id="data">.*ola[^<]*<\/script><script>[^<]*<\/script><\/body><\/html>$/,
    );
  });

  it('cannot be ended early by its data', async () => {
    const { html } = await render({
      loader: () => ({ text: '</script><script>alert(1)</script>\u2028' }),
      Page: () => null,
    });
    expect(html).not.toContain('alert(1)</script>');
    const source = /id="data">([^<]*)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(source)).toContain('</script><script>alert(1)</script>\u2028');
  });

  it('fetches and runs its program only when it has been painted', async () => {
    const { html } = await render({ Page: () => null });
    const head = html.slice(0, html.indexOf('</head>'));
    const links = head.match(/<link[^>]*>/g) ?? [];
    expect(links.length).toBeGreaterThan(0);
    expect(links.every((link) => link.startsWith('<link rel="held"'))).toBe(true);
    expect(html).not.toContain('<script type="module"');
    expect(
      html.match(/<script type="text\/held" id="program">[^<]*streamController\);[^<]*entry/g),
    ).toHaveLength(1);
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).toMatch(/modulepreload[\s\S]*requestAnimationFrame/);
  });

  it('waits for what a part of it waits for', async () => {
    const { response, html, reports } = await render({
      loader: () => ({ later: new Promise((resolve) => setTimeout(resolve, 20, 'slow water')) }),
      Page: () => (
        <Suspense fallback="nothing yet">
          <Await resolve={useLoaderData<{ later: Promise<string> }>().later}>{(text) => <p>{text}</p>}</Await>
        </Suspense>
      ),
    });
    expect(response.status).toBe(200);
    expect(html).toContain('<p>slow water</p>');
    expect(html).not.toContain('nothing yet');
    expect(reports).toEqual([]);
  });

  it('is a 500 with a report when a part of it fails', async () => {
    const failure = new Error('the part is broken');
    const Broken = () => {
      throw failure;
    };
    const { response, html, reports } = await render({
      Page: () => (
        <Suspense fallback={<p>instead</p>}>
          <Broken />
        </Suspense>
      ),
    });
    expect(response.status).toBe(500);
    expect(html).toContain('<p>instead</p>');
    expect(reports).toEqual([failure]);
  });

  it('is rejected without a server error when the database denies access', async () => {
    const loader = () => Promise.reject({ code: '42501', message: 'Only staff can do this.' });
    const page = await render({ loader, Page: () => null });
    const data = await render({ loader, Page: () => null, path: '/_.data' });
    expect([page.response.status, data.response.status]).toEqual([403, 403]);
    expect([...page.reports, ...data.reports]).toEqual([]);
    const broken = await render({ loader: () => Promise.reject({ code: 'XX000' }), Page: () => null });
    expect([broken.response.status, broken.reports]).toEqual([500, [{ code: 'XX000' }]]);
  });
});
