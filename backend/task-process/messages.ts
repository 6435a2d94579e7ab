// What the program and its task processes say to each other.

/** `source` is what was sent with the order, empty if nothing was. */
export type Tasks = Record<string, (input: never, source: Buffer) => Promise<unknown>>;

export type ToChild = { chunk: Uint8Array } | { name: string; input: unknown };

export type FromChild = { done: unknown } | { failed: string };
