// Renders a page to one complete HTML string. Buffered on purpose: the text is hashed for the Content-Security-Policy
// and compressed once for the cache, and a complete page is faster than a streamed one on this machine class.
import { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { findProgram, holdProgram, startProgram } from '#app/shell/document/start-program.ts';
import { withoutLanguage } from './language/language-path.ts';
import { currentLanguages, setSpeech, usedMessages } from './language/messages.ts';
import { siteContext } from './site-context.ts';

// The server fills these: a copy would be another key, or another language.
export { setSpeech, siteContext };

export interface PageParts {
  before: string;
  /** Texts and data for the program in the browser, as bytes, which is how they arrive here. No browser runs them. */
  data: Uint8Array[];
  after: string;
}

/**
 * The HTML of each page beside its Response, which has no body: putting the text into a body and reading its stream
 * again costs a tenth of a render.
 */
export const pageParts = new WeakMap<Response, PageParts>();

const RENDER_LIMIT_MS = 5000;
// The end of what React renders, "<!--$!-->", for a part that suspends or fails when it renders to a string: a search for a
// rare character first is several times faster.
const UNFINISHED = '$!-->';

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const data = await readBytes(routerContext.serverHandoffStream);
  // The data is appended below: as a stream, React would render it in parts behind boundaries that wait.
  const context = { ...routerContext, serverHandoffStream: undefined };
  const app = <ServerRouter context={context} url={request.url} />;
  let html = renderToString(app);
  let finalStatus = statusOf(status, loadContext);
  if (html.includes(UNFINISHED)) {
    html = await renderWaiting(app, (error) => {
      finalStatus = 500;
      loadContext.get(siteContext).report(error);
    });
  }
  const hasScripts = routerContext.renderMeta?.didRenderScripts === true;
  headers.set('content-type', 'text/html; charset=utf-8');
  const response = new Response(null, { status: finalStatus, headers });
  const { pathname, search } = new URL(request.url);
  const start = startProgram(withoutLanguage(pathname) + search, currentLanguages().base);
  const { before, after } = finishDocument(html, start);
  pageParts.set(response, { before, data: hasScripts ? dataElements(data) : [], after });
  return response;
}

/** Waits for everything that suspends, which costs half as much again as a plain string. */
function renderWaiting(app: ReactElement, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(limit);
        resolve(Buffer.concat(chunks).toString('utf8'));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(app, {
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError,
    });
    const limit = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_LIMIT_MS);
  });
}

async function readBytes(stream: ReadableStream<Uint8Array> | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const MESSAGES_START = Buffer.from('<script type="application/json" id="messages">');
const DATA_START = Buffer.from('<script type="application/json" id="data">');
const ELEMENT_END = Buffer.from('</script>');

/** The texts of the page, and what its loaders gave. */
function dataElements(data: Buffer): Uint8Array[] {
  return [MESSAGES_START, usedMessages(), ELEMENT_END, DATA_START, withoutTags(data), ELEMENT_END];
}

/** JSON that cannot end the script element it is in. */
function withoutTags(json: Buffer): Buffer {
  if (!json.includes('<')) return json;
  return Buffer.from(json.toString('utf8').replaceAll('<', '\\u003c'));
}

/**
 * The page up to its data, and its end with the start script. React moves module preloads above the stylesheet: they are
 * delayed as well.
 */
function finishDocument(html: string, start: string): Pick<PageParts, 'before' | 'after'> {
  const headEnd = Math.max(0, html.indexOf('</head>'));
  const bodyEnd = html.lastIndexOf('</body>');
  const end = bodyEnd < 0 ? html.length : bodyEnd;
  const doctype = html.startsWith('<html') ? '<!DOCTYPE html>' : '';
  const preloads: string[] = [];
  const head = html.slice(0, headEnd).replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
    preloads.push(link.replace('rel="modulepreload"', 'rel="held"'));
    return '';
  });
  const programAt = findProgram(html);
  const hasProgram = programAt >= 0;
  const body = html.slice(headEnd, hasProgram ? programAt : end);
  return {
    before:
      doctype + head + preloads.join('') + body + (hasProgram ? holdProgram(html.slice(programAt, end)) : ''),
    after: (hasProgram ? start : '') + html.slice(end),
  };
}

// Rejected by the database: a role may be removed between the guard's check and the read.
const INSUFFICIENT_PRIVILEGE = '42501';
const rejected = new WeakSet<object>();

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if ((error as { code?: unknown } | null)?.code === INSUFFICIENT_PRIVILEGE) rejected.add(context);
  else (context as RouterContextProvider).get(siteContext).report(error);
};

/** The data of a page that is opened in the browser. */
export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  const status = statusOf(response.status, context);
  return status === response.status
    ? response
    : new Response(response.body, { status, headers: response.headers });
};

function statusOf(status: number, context: object): number {
  return status === 500 && rejected.has(context) ? 403 : status;
}
