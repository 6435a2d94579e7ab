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
import {
  ENTRY_IMPORT,
  HELD_PROGRAM,
  PROGRAM,
  RETRIED_IMPORT,
  replayInput,
  startProgram,
  takeFragment,
} from '#app/shell/document/start-program.ts';
import { withoutLanguage } from './language/language-path.ts';
import { currentLanguages, setSpeech, usedMessages } from './language/messages.ts';
import { siteContext } from './site-context.ts';

// The server fills these: a copy would be another key, or another language.
export { setSpeech, siteContext };

/**
 * The HTML of each page beside its Response, which has no body: putting the text into a body and reading its stream
 * again costs a tenth of a render.
 */
export const pageTexts = new WeakMap<Response, string>();

const RENDER_LIMIT_MS = 5000;
// What React renders for a part that suspends or fails when it renders to a string.
const UNFINISHED = '<!--$!-->';

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const data = await readText(routerContext.serverHandoffStream);
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
  const { base } = currentLanguages();
  const start =
    takeFragment(base) + replayInput + startProgram(withoutLanguage(new URL(request.url).pathname));
  pageTexts.set(
    response,
    finishDocument(html, hasScripts ? messagesElement() + dataScript(data) : '', start),
  );
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

async function readText(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  let text = '';
  if (!stream) return text;
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
}

/** The texts of the page, for the program in the browser. */
function messagesElement(): string {
  const json = usedMessages().replaceAll('<', '\\u003c');
  return `<script type="application/json" id="messages">${json}</script>`;
}

/** Passes the loaders' data to React Router in the browser, which waits for this stream. */
function dataScript(data: string): string {
  const controller = 'window.__reactRouterContext.streamController';
  return `<script>${controller}.enqueue(${scriptText(data)});${controller}.close();</script>`;
}

// As a string inside a script element: neither the element nor the statement may end early.
function scriptText(text: string): string {
  return JSON.stringify(text).replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Adds data and start script to the end of the page. React moves module preloads above the stylesheet: they are delayed
 * as well.
 */
function finishDocument(html: string, script: string, start: string): string {
  const headEnd = Math.max(0, html.indexOf('</head>'));
  const bodyEnd = html.lastIndexOf('</body>');
  const end = bodyEnd < 0 ? html.length : bodyEnd;
  const doctype = html.startsWith('<html') ? '<!DOCTYPE html>' : '';
  const preloads: string[] = [];
  const head = html.slice(0, headEnd).replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
    preloads.push(link.replace('rel="modulepreload"', 'rel="held"'));
    return '';
  });
  const body = html.slice(headEnd, end).replace(PROGRAM, HELD_PROGRAM).replace(ENTRY_IMPORT, RETRIED_IMPORT);
  const last = body.includes(HELD_PROGRAM) ? start : '';
  return doctype + head + preloads.join('') + body + script + last + html.slice(end);
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
