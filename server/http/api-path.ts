// Whether a request comes from a program rather than from a browser that shows pages: then errors are JSON.
const API = /^\/(?:(?:auth|rest|storage|functions|realtime)\/v1|api|cloudflare|radio\/hls)(?:[/?]|$)/;
/** What React Router fetches for a page that is open already. */
const DATA = /^[^?]*\.data(?:\?|$)/;

export function isApiPath(target: string): boolean {
  return API.test(target) || DATA.test(target);
}
