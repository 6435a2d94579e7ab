// Every address of the product API and of the radio, read from the server's source, so that no new one is forgotten by
// generated requests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ApiAddress {
  method: string;
  /** With ":id" for each part that the caller chooses. */
  path: string;
}

const FOLDER = join(import.meta.dirname, '..');
const ROUTE =
  /(?:\.(get|post|put|patch|delete)\(\s*|'(GET|POST|PUT|PATCH|DELETE)',\s*)'(\/(?:api|radio|cloudflare)\/[^']*)'/g;

export function readApiAddresses(): ApiAddress[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/\.test\.ts$|testing\//.test(path),
  );
  return files.flatMap((path) =>
    [...readFileSync(join(FOLDER, path), 'utf8').matchAll(ROUTE)].map(([, verb, method, address = '']) => ({
      method: (verb ?? method ?? 'GET').toUpperCase(),
      path: address.replaceAll(/:\w+(\{[^/]*\})?/g, ':id'),
    })),
  );
}
