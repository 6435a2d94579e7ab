// One request on its way through the service: where it came from, what it asks, where its caller wants to return to.
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
  /** Where to send the person afterwards: the wish of the caller when it is allowed, else the page it came from, else the site. */
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
    // Read once: a guard may look at the captcha token before the endpoint looks at the rest.
    fields: (options) => {
      fields ??= readFields(request, options);
      return fields;
    },
  };
}
