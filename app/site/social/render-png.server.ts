// Drawings as PNG, one at a time, with a cache: a crawler costs one rendering per card.
const MAX_REMEMBERED = 64;
const remembered = new Map<string, Promise<Uint8Array>>();
let last: Promise<unknown> = Promise.resolve();

export function renderPng(key: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const known = remembered.get(key);
  if (known) return known;
  const drawn = last.then(draw);
  last = drawn.catch(() => undefined);
  remembered.set(key, drawn);
  drawn.catch(() => remembered.delete(key));
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return drawn;
}
