// Answers site requests: renders pages with React Router, caches anonymous ones as bytes, compresses the rest.
// Requests that no page accepts (check-page-request.ts) or that the HTTP server rejects get the site's own error page.

import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { pageParts as pagePartsType } from '#app/entry.server.tsx';
import { errorText } from '#app/language/error-text.ts';
import type { setSpeech as setSpeechType } from '#app/language/messages.ts';
import type { siteContext as siteContextType } from '#app/site-context.ts';
import { BytesResponse } from '#backend/gateway/bytes-response.ts';
import { inSpan } from '#contracts/spans.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Visit } from '../accounts/visitor-client.ts';
import { isApiPath } from '../http/api-path.ts';
import { acceptedEncoding, compressBytes, isWorthCompressing } from '../http/compress.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { currentSpeech, inLanguage, languagesOf, messageFiles } from '../language/current-language.ts';
import { addressWithoutPrefix, type PageLanguage, pageLanguageOf } from '../language/page-language.ts';
import { readLanguages } from '../language/read-catalogues.ts';
import { cacheKey, namesRoutes } from './cache-key.ts';
import { checkPageRequest } from './check-page-request.ts';
import { isClosed } from './closed-sections.ts';
import { narrowRoutes } from './narrow-routes.ts';
import type { CachedPage, RenderedPage } from './page-cache.ts';
import { bytesOf, withoutProgram } from './page-parts.ts';
import { passSignInOn } from './pass-sign-in-on.ts';
import { plainErrorPage } from './plain-error-page.ts';
import { readTracker } from './read-tracker.ts';
import { sendMessages } from './send-messages.ts';
import { withSenderErrors } from './sender-errors.ts';
import type { SiteOptions } from './site-options.ts';
import { createSitePictures } from './site-pictures.ts';

export interface Site {
  fetch(request: Request): Promise<Response>;
  /** The error as a page of the site, in the language of the address that was asked for. */
  errorPage(error: ApiError, pathname?: string): Promise<Response>;
}

/** What the build's entry offers besides React Router's own exports. */
interface SiteEntry {
  siteContext: typeof siteContextType;
  setSpeech?: typeof setSpeechType;
  /** Without it pages are read from the bodies of their responses. */
  pageParts?: typeof pagePartsType;
}

type RequestHandler = ReturnType<typeof createRequestHandler>;

const MAX_AGE_MS = 24 * 3600 * 1000;
const QUICK_QUALITY = 4;
// Not a page: the catch-all route answers here with the given error.
const ERROR_PATH = '/error/page';
const ERROR_PAGE_MS = 30_000;
const MAX_ERROR_PAGES = 50;
/** Explained in the words of every page that does not exist. */
const pageNotFound = new ApiError(404, 'page_not_found', 'Page not found.');

export function createSite(options: SiteOptions): Site {
  const { cache, security } = options;
  const inFlight = new Map<string, Promise<CachedPage | RenderedPage>>();
  const sitePictures = createSitePictures(options.pictures);
  const { siteUrl } = options.settings;
  const siteHost = new URL(siteUrl).host;
  const allLanguages = [...readLanguages().keys()];
  const ownBuilds = new WeakMap<ServerBuild, ServerBuild>();
  const narrowers = new WeakMap<ServerBuild, ReturnType<typeof narrowRoutes>>();
  const handlers = new WeakMap<ServerBuild, Map<string, RequestHandler>>();
  const errorPages = new Map<string, { page: Promise<RenderedPage>; untilMs: number }>();

  /** One handler per set of routes and language, because creating one ranks every route again. */
  function handlerOf(build: ServerBuild, { base, path }: PageLanguage) {
    // A proxy that does not pass the visitor's host on must not make every form of the site look foreign.
    const own = remembered(ownBuilds, build, () => ({
      ...withSenderErrors(build),
      allowedActionOrigins: [siteHost],
    }));
    const part = remembered(narrowers, own, () => narrowRoutes(own))(path);
    return remembered(
      remembered(handlers, part, () => new Map<string, RequestHandler>()),
      base,
      // The router adds the base to every link, redirect and form, on the server and in the browser.
      () => createRequestHandler(base === '' ? part : { ...part, basename: base }, options.mode),
    );
  }

  /** `asked` is the request as the router sees it; `request` is the original one, which is known by its sender. */
  async function render(request: Request, asked: Request, problem?: ApiError): Promise<RenderedPage> {
    const build = await options.loadBuild();
    const { siteContext, pageParts, setSpeech } = build.entry.module as unknown as SiteEntry;
    setSpeech?.(currentSpeech);
    // Rounded to seconds: visitors of the same second make the same reads.
    const now = new Date(Math.floor(Date.now() / 1000) * 1000);
    let validUntil = now.getTime() + MAX_AGE_MS;
    const codes = await options.languages.current();
    const page = pageLanguageOf(new URL(request.url).pathname, codes);
    const visit = options.clients.visit(request);
    const context = new RouterContextProvider();
    context.set(siteContext, {
      // A getter: making a visitor's own client takes a tenth of a page's time, and not every page needs it.
      get backend() {
        return visit.client;
      },
      // Signed-in people must see their own changes at once.
      shared: <Value>(name: string, ask: (backend: StudioClient) => Promise<Value>) =>
        visit.proof === 'none'
          ? (options.shared.find(`${page.code} ${name}`, () => ask(visit.client)) as Promise<Value>)
          : ask(visit.client),
      visitor: visit.visitor,
      get elevated() {
        return options.clients.elevatedFor(request);
      },
      settings: options.settings,
      isHuman: (token) => unlessTooMany(options.gate.isHuman(request, token), false),
      proveHuman: (token) => unlessTooMany(options.gate.prove(request, token), null),
      receiveMessage: (message, token) =>
        options.receiveMessage(message, () => unlessTooMany(options.gate.isHuman(request, token), false)),
      readUnsendable: options.readUnsendable,
      inLanguage: (code, write) =>
        inLanguage(code, write, { base: code === codes[0] ? '' : `/${code}`, codes }),
      get allLanguages() {
        return languagesOf(allLanguages);
      },
      pictures: sitePictures,
      printReceipt: (paper) => options.papers.run('printReceipt', paper),
      now,
      problem: problem && {
        status: problem.status,
        message: problem === pageNotFound ? undefined : (errorText(problem.body()) ?? problem.message),
      },
      validUntil(moment) {
        validUntil = Math.min(validUntil, moment.getTime());
      },
      report: (error) =>
        options.log.error({ err: error, path: new URL(request.url).pathname }, 'page failed'),
    });
    const reads = new Set<string>();
    const handler = handlerOf(build, page);
    const site = { base: page.base, codes };
    const response = await inSpan({ name: 'render page', kind: 'internal', attributes: {} }, () =>
      readTracker.run(reads, () => inLanguage(page.code, () => handler(asked, context), site)),
    );
    const whole = pageParts?.get(response);
    const parts = problem && whole ? withoutProgram(whole) : whole;
    const body = parts ? bytesOf(parts) : Buffer.from(await response.arrayBuffer());
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    // A response that was copied on its way has lost its text: better an error than an empty page.
    if (isPage && body.length === 0 && request.method === 'GET')
      throw new Error('The rendered page is empty.');
    const headers = [
      ...ownHeaders(response, visit),
      ...(response.status === 405 ? [['allow', 'GET, HEAD'] as [string, string]] : []),
      ...(isPage
        ? security.forPage(parts ? parts.before + parts.after : body.toString('utf8'))
        : security.plain),
    ];
    return { status: response.status, headers, body, reads, validUntil };
  }

  async function renderAndCache(request: Request, key: string): Promise<CachedPage | RenderedPage> {
    const { method, headers } = request;
    const begunAt = cache.begin();
    const sender = options.sourceOf(request).address;
    // Without the signal of its sender: others may wait for this page when they leave.
    const page = await render(request, new Request(request.url, { method, headers }));
    const { routes } = await options.loadBuild();
    // "*": a database function was called, and what it read is unknown.
    const isCacheable =
      page.status === 200 &&
      !page.reads.has('*') &&
      !page.headers.some(([name]) => name === 'set-cookie') &&
      namesRoutes(key, routes);
    return (isCacheable && (await cache.save(key, page, begunAt, sender))) || page;
  }

  /** The same for everyone, so that a flood of bad requests does not render a page for each. */
  function renderError(error: ApiError, { base }: PageLanguage): Promise<RenderedPage> {
    const key = `${base} ${error.code} ${error.message}`;
    const known = errorPages.get(key);
    if (known && known.untilMs > Date.now()) return known.page;
    const asked = new Request(options.settings.siteUrl + base + ERROR_PATH);
    const page = render(asked, asked, error);
    if (errorPages.size >= MAX_ERROR_PAGES) errorPages.clear();
    errorPages.set(key, { page, untilMs: Date.now() + ERROR_PAGE_MS });
    return page;
  }

  async function errorPage(error: ApiError, pathname = '/'): Promise<Response> {
    const language = pageLanguageOf(pathname, options.languages.known);
    const page = await renderError(error, language).catch(() => undefined);
    // Another error, for example that the database is lost.
    if (page?.status !== error.status) return plainErrorPage(error, pathname);
    const headers = new Headers([...page.headers, ['cache-control', 'no-store']]);
    for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
    return new Response(page.body as Uint8Array<ArrayBuffer>, { status: error.status, headers });
  }

  return {
    errorPage,
    async fetch(request) {
      const url = new URL(request.url);
      const { pathname } = url;
      const messages = await sendMessages(messageFiles, request);
      if (messages) return messages;
      const codes = await options.languages.current();
      const location = addressWithoutPrefix(url, codes, allLanguages);
      if (location) return redirectForNow(location);
      const page = pageLanguageOf(pathname, codes);
      if (isClosed(page.path, await options.closedSections.current()))
        return errorPage(pageNotFound, pathname);
      const signIn = passSignInOn(request, page);
      if (signIn) return signIn;
      const key = cacheKey(request);
      try {
        const asked = await checkPageRequest(request, options.settings.siteUrl);
        if (asked instanceof Response) return asked;
        if (key === undefined) return answer(request, await render(request, asked));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return isApiPath(pathname) ? error.toResponse() : errorPage(error, pathname);
      }
      // Many visitors may request a page that was just dropped: it is rendered once for all of them.
      let rendering = inFlight.get(key);
      if (!rendering) {
        rendering = renderAndCache(request, key).finally(() => inFlight.delete(key));
        inFlight.set(key, rendering);
      }
      return answer(request, await rendering);
    },
  };
}

/** Not permanent: a browser would go on redirecting when the language has its prefix again. A form is sent again. */
function redirectForNow(location: string): Response {
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } });
}

function remembered<Key, Value>(
  made: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

/** The headers of the route, with the cookies of a renewed session. Personal pages are never cached for others. */
function ownHeaders(response: Response, visit: Visit): [string, string][] {
  const isPersonal = visit.proof !== 'none';
  const dropped = ['content-length', 'date', ...(visit.setCookies.length > 0 ? ['cache-control'] : [])];
  const headers = [...response.headers].filter(([name]) => !dropped.includes(name));
  if (!headers.some(([name]) => name === 'cache-control')) {
    const isRenewed = visit.setCookies.length > 0;
    headers.push([
      'cache-control',
      isRenewed ? 'private, no-store' : isPersonal ? 'private, no-cache' : 'no-cache',
    ]);
  }
  return [...headers, ...visit.setCookies.map((line): [string, string] => ['set-cookie', line])];
}

async function answer(request: Request, page: CachedPage | RenderedPage): Promise<Response> {
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'));
  if ('variants' in page) {
    const { headers, body } = page.variants[encoding];
    return bytesResponse(request, body, { status: page.status, headers: pairs(headers) });
  }
  const contentType = page.headers.find(([name]) => name === 'content-type')?.[1] ?? null;
  if (encoding === 'identity' || !isWorthCompressing(contentType, page.body.length))
    return bytesResponse(request, page.body, { status: page.status, headers: page.headers });
  const small = await compressBytes(page.body, encoding, QUICK_QUALITY);
  const headers: [string, string][] = [
    ...page.headers,
    ['content-encoding', encoding],
    ['vary', 'accept-encoding'],
  ];
  return bytesResponse(request, small, { status: page.status, headers });
}

function bytesResponse(request: Request, bytes: Uint8Array, init: ResponseInit): Response {
  const isEmpty = request.method === 'HEAD' || bytes.length === 0;
  return isEmpty ? new Response(null, init) : new BytesResponse(bytes, init);
}

function pairs(flat: string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let i = 0; i < flat.length; i += 2) result.push([flat[i] as string, flat[i + 1] as string]);
  return result;
}

/** A page answers with its form and what was typed, never with an error in its place. */
async function unlessTooMany<Answer>(asked: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return otherwise;
    throw error;
  }
}
