// Renders a page to one complete piece of HTML. Buffered on purpose: the bytes are hashed for the
// Content-Security-Policy, compressed once and kept, and a whole page beats a trickled one on this machine class.
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { siteContext } from './site-context.ts';

// The server fills this very object: a second copy of it would be another key.
export { siteContext };

const RENDER_LIMIT_MS = 5000;

export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let finalStatus = status;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(limit);
        headers.set('content-type', 'text/html; charset=utf-8');
        resolve(
          new Response(arrangeHead(Buffer.concat(chunks).toString('utf8')), { status: finalStatus, headers }),
        );
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} />,
      {
        onAllReady: () => pipe(sink),
        onShellError: reject,
        onError(error) {
          finalStatus = 500;
          loadContext.get(siteContext).report(error);
        },
      },
    );
    const limit = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_LIMIT_MS);
  });
}

// React hoists module preloads above the stylesheet, where they delay the first paint. They move to the end of
// the head and fetch at low priority: the page is readable long before it is interactive.
function arrangeHead(html: string): string {
  const preloads: string[] = [];
  const without = html.replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
    preloads.push(link.replace('<link ', '<link fetchPriority="low" '));
    return '';
  });
  return without.replace('</head>', `${preloads.join('')}</head>`);
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  (context as RouterContextProvider).get(siteContext).report(error);
};
