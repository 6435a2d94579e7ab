// The address of a list is its filter: every parameter except those that turn pages. Pure.

/** Parameters that choose a page of a list, not what the list holds. */
const PAGING = new Set(['after', 'before', 'on', 'back', 'page']);

/** The filter in an address, in one order, so that two can be compared. */
export function filterOf(query: URLSearchParams | string): string {
  const parameters = [...new URLSearchParams(query)].filter(([name, value]) => value && !PAGING.has(name));
  parameters.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return new URLSearchParams(parameters).toString();
}

/** The filter with one parameter changed, from its first page; an empty value removes the parameter. */
export function withFilter(query: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return filterOf(next);
}
