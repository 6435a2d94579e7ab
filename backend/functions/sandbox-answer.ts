// Functions respond on the site's origin and often echo what a caller sent. So their responses never run as a page or
// script of that origin: documents are sandboxed, types are not sniffed, and invalid types become plain bytes.
import { parseContentType } from '#backend/gateway/content-type.ts';

// Browsers let its parts replace the page, each with headers of its own.
const REPLACES_PAGE = 'multipart/x-mixed-replace';

export function sandboxAnswer(answer: Response): Response {
  const headers = new Headers(answer.headers);
  const type = headers.get('content-type');
  const essence = parseContentType(type)?.essence;
  if (type !== null && (essence === undefined || essence === REPLACES_PAGE)) {
    headers.set('content-type', 'application/octet-stream');
    headers.set('content-disposition', 'attachment');
  }
  headers.set('x-content-type-options', 'nosniff');
  headers.delete('service-worker-allowed');
  if (!hasOwnSandbox(headers.get('content-security-policy')))
    headers.append('content-security-policy', 'sandbox');
  const { status, statusText } = answer;
  return new Response(answer.body, { status, statusText, headers });
}

/** A function may allow its own scripts and forms, but not the site's origin. */
function hasOwnSandbox(policies: string | null): boolean {
  return (policies ?? '')
    .split(/[,;]/)
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .some(([name, ...flags]) => name === 'sandbox' && !flags.includes('allow-same-origin'));
}
