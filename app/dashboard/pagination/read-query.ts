// Reads the query parameters of a list: a search text, one of several values.

/** A search text as a pattern for ilike: letters and digits with anything between them; empty if there are none. */
export function patternOf(text: string): string {
  return text
    .slice(0, 80)
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .trim()
    .replace(/\s+/g, '%');
}

export function oneOf<Known extends string>(known: readonly Known[], asked: string | null): Known | null {
  return known.find((one) => one === asked) ?? null;
}

export function idOf(asked: string | null): string | null {
  return asked && /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(asked) ? asked : null;
}

/** The same query with some parameters changed; an empty value removes a parameter. */
export function withQuery(query: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  const text = next.toString();
  return text ? `?${text}` : '?';
}
