// Which part of the program a path belongs to: a fixed list, for labels that no visitor can choose.

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const PARTS: [RegExp, string][] = [
  [/^\/auth\/v1(\/|$)/, 'auth'],
  [/^\/rest\/v1(\/|$)/, 'rest'],
  [/^\/storage\/v1(\/|$)/, 'storage'],
  [/^\/functions\/v1(\/|$)/, 'functions'],
  [/^\/realtime\/v1(\/|$)/, 'realtime'],
  [/^\/(radio|api\/radio)(\/|$)/, 'radio'],
  [/^\/(api|cloudflare)\//, 'api'],
  [/^(?:\/[a-z]{2,3})?\/dashboard(\/|\.data$|$)/, 'dashboard'],
];

export function partOf(path: string): string {
  return PARTS.find(([pattern]) => pattern.test(path))?.[1] ?? 'site';
}

export function methodOf(method: string): string {
  return METHODS.has(method) ? method : 'other';
}
