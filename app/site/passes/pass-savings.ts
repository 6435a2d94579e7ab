// What a pass saves compared with single dates. Pure.

export interface PricedClass {
  title: string;
  price_cents: number;
}

export interface PassPrice {
  entries: number;
  price_cents: number;
}

/** What one entry costs, as it is taken off the pass. */
export function entryCents({ price_cents, entries }: PassPrice): number {
  return Math.floor(price_cents / entries);
}

/** The pass with the cheapest entry first; of equal ones, the smaller. */
export function cheapestEntryFirst<Pass extends PassPrice>(passes: readonly Pass[]): Pass[] {
  return passes.toSorted((a, b) => entryCents(a) - entryCents(b) || a.price_cents - b.price_cents);
}

export interface Savings<Class> {
  /** The class that is compared: of those that cost more than an entry, the one in the middle. */
  example: Class;
  singleCents: number;
  savedCents: number;
  /** From this number of dates on, the pass costs no more. */
  fromDates: number;
}

/** Undefined where no class costs more than an entry. */
export function comparePrices<Class extends PricedClass>(
  pass: PassPrice,
  classes: readonly Class[],
): Savings<Class> | undefined {
  const dearer = classes
    .filter(({ price_cents }) => price_cents * pass.entries > pass.price_cents)
    .toSorted((a, b) => a.price_cents - b.price_cents);
  const example = dearer[Math.floor((dearer.length - 1) / 2)];
  if (!example) return undefined;
  const singleCents = example.price_cents * pass.entries;
  return {
    example,
    singleCents,
    savedCents: singleCents - pass.price_cents,
    fromDates: Math.ceil(pass.price_cents / example.price_cents),
  };
}
