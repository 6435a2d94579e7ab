// Collects the values of a statement as parameters while its text is put together.
// The only ways into a statement's text are constants of ours, and identifiers and numbers of rows written here.

export interface Statement {
  text: string;
  values: (string | null)[];
}

export class Values {
  readonly values: (string | null)[] = [];
  private readonly typed = new Map<string, string>();

  /** A parameter whose type the database infers from where it stands. */
  add(value: string | null): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /**
   * A parameter of a given type. Equal ones share a number: PostgreSQL takes two expressions for the same, as GROUP
   * BY needs, only when their parameters are the same ones.
   */
  addTyped(value: string, type: 'text' | 'int4' | 'int8' | 'regconfig' | 'json' | 'float8' | 'bool'): string {
    const key = `${type}:${value}`;
    const known = this.typed.get(key);
    if (known) return known;
    const placeholder = `${this.add(value)}::${type}`;
    this.typed.set(key, placeholder);
    return placeholder;
  }
}

/** LIMIT and OFFSET of a page, or nothing. */
export function pageSql(values: Values, page: { limit?: number; offset?: number }): string {
  const limit = page.limit === undefined ? '' : `LIMIT ${rowsSql(values, page.limit)}`;
  const offset = page.offset ? `OFFSET ${values.addTyped(String(page.offset), 'int8')}` : '';
  return limit && offset ? `${limit} ${offset}` : limit || offset;
}

/**
 * A number of rows as it is. For a parameter PostgreSQL would expect a tenth of the table, take that for a bad plan and
 * plan the statement anew each time it runs, which costs more than reading a page.
 */
export function rowsSql(values: Values, rows: number): string {
  return Number.isSafeInteger(rows) ? String(rows) : values.addTyped(String(rows), 'int8');
}

export function quoteIdent(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteName(name: { schema: string; name: string }): string {
  return `${quoteIdent(name.schema)}.${quoteIdent(name.name)}`;
}

/** An array in PostgreSQL's text form; it travels as one parameter. */
export function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}
