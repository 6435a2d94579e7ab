// What a page accepts: GET and HEAD, and forms of our own pages by POST. React Router answers anything else with its own
// error, often a 500; here it gets the right status. Returns the request as React Router should see it.

import { requestErrors } from '../http/request-errors.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { isForeignForm, isFromAnotherSite } from '../http-kit/same-origin.ts';

const ALLOWED = 'GET, HEAD, POST';
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

const pageErrors = {
  methodNotAllowed: () =>
    new ApiError(405, 'method_not_allowed', 'This page does not accept forms. Open the page and try again.', {
      headers: { allow: ALLOWED },
    }),
  notAForm: () =>
    new ApiError(
      415,
      'not_a_form',
      'This page accepts forms only (application/x-www-form-urlencoded or multipart/form-data).',
      { headers: { 'accept-post': 'application/x-www-form-urlencoded, multipart/form-data' } },
    ),
  badForm: () =>
    new ApiError(400, 'bad_form', 'The form could not be read. Go back, reload the page and send it again.'),
  badCharacter: () =>
    new ApiError(
      400,
      'bad_character',
      'The form contains a character that cannot be saved (NUL). Go back, remove it and send it again.',
    ),
};

export async function checkPageRequest(request: Request, siteUrl: string): Promise<Request | Response> {
  // No page has such an address, and no database takes it as a parameter.
  if (request.url.includes('%00')) throw requestErrors.badAddress();
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return request;
    case 'OPTIONS':
      return new Response(null, { status: 204, headers: { allow: ALLOWED } });
    case 'POST':
      return readForm(request, siteUrl);
    default:
      throw pageErrors.methodNotAllowed();
  }
}

async function readForm(request: Request, siteUrl: string): Promise<Request> {
  if (isForeignForm(request, siteUrl) || isFromAnotherSite(request, siteUrl)) throw apiErrors.crossOrigin();
  const type = request.headers.get('content-type') ?? '';
  if (!FORM.test(type)) throw pageErrors.notAForm();
  const body = await request.arrayBuffer();
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw pageErrors.badForm();
  });
  for (const [name, value] of form) {
    if (name.includes('\0') || (typeof value === 'string' && value.includes('\0')))
      throw pageErrors.badCharacter();
  }
  const headers = new Headers(request.headers);
  // React Router compares it with the request's address, which behind a proxy has another scheme.
  headers.delete('origin');
  return new Request(request.url, { method: 'POST', headers, body, signal: request.signal });
}
