// One request in the service: where it came from, what it asks for, where to redirect afterwards.
import { isIP } from 'node:net';
import type { AuthContext } from '../context.ts';
import { type Fields, readFields, requireStorableText } from './fields.ts';
import { resolveRedirect } from './redirects.ts';

export interface Call {
  readonly request: Request;
  readonly url: URL;
  readonly query: URLSearchParams;
  readonly params: Record<string, string>;
  readonly ip: string;
  readonly userAgent: string;
  /** Where to send the user afterwards: the requested address if allowed, else the referring page, else the site. */
  readonly redirectTo: string;
  fields(options?: { mayBeEmpty?: boolean }): Promise<Fields>;
}

const userAgentLimit = 512;

export function createCall(auth: AuthContext, request: Request, params: Record<string, string>): Call {
  const url = new URL(request.url);
  for (const value of [...url.searchParams.values(), ...Object.values(params)]) requireStorableText(value);
  const address = auth.clientIp(request);
  let fields: Promise<Fields> | undefined;
  return {
    request,
    url,
    query: url.searchParams,
    params,
    ip: isIP(address) ? address : '0.0.0.0',
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, userAgentLimit),
    get redirectTo() {
      return resolveRedirect(auth.settings, [
        url.searchParams.get('redirect_to'),
        request.headers.get('redirect_to'),
        request.headers.get('referer'),
      ]);
    },
    // Read once: a guard may read the captcha token before the endpoint reads the rest.
    fields: (options) => {
      fields ??= readFields(request, options);
      return fields;
    },
  };
}
