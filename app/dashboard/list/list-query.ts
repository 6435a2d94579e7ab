// The address of a list is its filter: every parameter except those that turn pages. Pure.

const OPEN = 'open';
/** Parameters that choose a page of a list or one of its rows, not what the list holds. */
const PAGING = new Set(['after', 'before', 'on', 'back', 'page', OPEN]);

/** The address with another open row; null closes it. */
export function withOpenRow(query: URLSearchParams, id: string | null): string {
  const next = new URLSearchParams(query);
  if (id) next.set(OPEN, id);
  else next.delete(OPEN);
  return next.toString();
}

/** For the loaders of a list: opening a row does not read the list again. */
export function readsListAgain({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  currentUrl: URL;
  nextUrl: URL;
  defaultShouldRevalidate: boolean;
}): boolean {
  const rest = (url: URL) => url.pathname + withOpenRow(url.searchParams, null);
  const isOnlyOpened = currentUrl.search !== nextUrl.search && rest(currentUrl) === rest(nextUrl);
  return !isOnlyOpened && defaultShouldRevalidate;
}

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
