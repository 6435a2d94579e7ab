// List pagination: the requested page, and the headers by which clients find the others.

import { errors } from '../errors.ts';
import type { AuthSettings } from '../options.ts';
import type { Call } from './call.ts';

export interface Page {
  page: number;
  perPage: number;
  offset: number;
}

const defaultPerPage = 50;
const maxPerPage = 1000;

/** Absent and empty parameters both mean the default: the official client sends empty ones. */
export function readPage(call: Call): Page {
  const page = readCount(call.query.get('page'), 1, 'page');
  const perPage = Math.min(readCount(call.query.get('per_page'), defaultPerPage, 'per_page'), maxPerPage);
  return { page, perPage, offset: (page - 1) * perPage };
}

function readCount(text: string | null, fallback: number, name: string): number {
  if (text === null || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) {
    throw errors.validationFailed(`Bad Pagination Parameters: ${name} must be a positive number`);
  }
  return Number(text);
}

export function pageHeaders(
  call: Call,
  { settings, page, total }: { settings: AuthSettings; page: Page; total: number },
): Record<string, string> {
  const lastPage = Math.max(1, Math.ceil(total / page.perPage));
  const path = call.url.pathname.replace(/^.*\/auth\/v1/, '');
  // The page comes first: the official client reads the number behind the first "=".
  const link = (number: number, rel: string) =>
    `<${settings.issuer}${path}?page=${number}&per_page=${page.perPage}>; rel="${rel}"`;
  const links = [...(page.page < lastPage ? [link(page.page + 1, 'next')] : []), link(lastPage, 'last')];
  return { 'x-total-count': String(total), link: links.join(', ') };
}
