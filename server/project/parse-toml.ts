// Reads TOML as far as a Supabase project's config.toml uses it: tables, dotted names, texts, numbers, booleans,
// lists over several lines, inline tables. Throws one line that names the line of the file.

type TomlValue = string | number | boolean | TomlValue[] | TomlTable;
export interface TomlTable {
  [name: string]: TomlValue;
}

export class TomlError extends Error {}

export function parseToml(text: string): TomlTable {
  const root: TomlTable = {};
  const reader = new TomlReader(text);
  let table = root;
  for (;;) {
    reader.skipEmptyLines();
    if (reader.isAtEnd) return root;
    if (reader.take('[[')) {
      const names = reader.names();
      reader.expect(']]');
      table = appendTable(reader, root, names);
    } else if (reader.take('[')) {
      const names = reader.names();
      reader.expect(']');
      table = tableAt(reader, root, names);
    } else {
      reader.pair(table);
    }
    reader.endOfLine();
  }
}

function tableAt(reader: TomlReader, root: TomlTable, names: string[]): TomlTable {
  let table = root;
  for (const name of names) {
    const found = Object.hasOwn(table, name) ? table[name] : undefined;
    const last = Array.isArray(found) ? found.at(-1) : found;
    if (last === undefined) {
      const made: TomlTable = {};
      define(table, name, made);
      table = made;
    } else if (typeof last === 'object' && !Array.isArray(last)) table = last;
    else reader.fail(`${name} is not a table`);
  }
  return table;
}

function appendTable(reader: TomlReader, root: TomlTable, names: string[]): TomlTable {
  const parent = tableAt(reader, root, names.slice(0, -1));
  const name = names.at(-1) ?? '';
  const list = Object.hasOwn(parent, name) ? parent[name] : undefined;
  const made: TomlTable = {};
  if (Array.isArray(list)) list.push(made);
  else if (list === undefined) define(parent, name, [made]);
  else reader.fail(`${name} is not a list of tables`);
  return made;
}

/** A name such as __proto__ must become a name like any other. */
function define(table: TomlTable, name: string, value: TomlValue): void {
  Object.defineProperty(table, name, { value, enumerable: true, configurable: true, writable: true });
}

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '"': '"',
  '\\': '\\',
};

class TomlReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.replaceAll('\r\n', '\n');
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  fail(reason: string): never {
    throw new TomlError(`line ${this.#text.slice(0, this.#at).split('\n').length}: ${reason}`);
  }

  take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  expect(token: string): void {
    this.#match(/[ \t]*/y);
    if (!this.take(token)) this.fail(`${token} is expected`);
  }

  skipEmptyLines(): void {
    this.#match(/(?:[ \t\n]|#[^\n]*)*/y);
  }

  endOfLine(): void {
    if (this.#match(/[ \t]*(?:#[^\n]*)?(?:\n|$)/y) === undefined) this.fail('the line should end here');
  }

  names(): string[] {
    const names: string[] = [];
    do {
      this.#match(/[ \t]*/y);
      names.push(this.#quoted() ?? this.#match(/[\w-]+/y) ?? this.fail('a name is expected'));
      this.#match(/[ \t]*/y);
    } while (this.take('.'));
    return names;
  }

  pair(table: TomlTable): void {
    const names = this.names();
    this.expect('=');
    this.#match(/[ \t]*/y);
    const value = this.#value();
    const name = names.at(-1) ?? '';
    const home = tableAt(this, table, names.slice(0, -1));
    if (Object.hasOwn(home, name)) this.fail(`${name} is set twice`);
    define(home, name, value);
  }

  #value(): TomlValue {
    const quoted = this.#quoted();
    if (quoted !== undefined) return quoted;
    if (this.take('[')) return this.#list();
    if (this.take('{')) return this.#inlineTable();
    const word = this.#match(/[^\s,\]}#]+/y) ?? this.fail('a value is expected');
    if (word === 'true' || word === 'false') return word === 'true';
    const number = Number(word.replaceAll('_', ''));
    // A date is used by no setting; it stays the text that it is.
    return Number.isNaN(number) ? word : number;
  }

  #list(): TomlValue[] {
    const list: TomlValue[] = [];
    for (;;) {
      this.skipEmptyLines();
      if (this.take(']')) return list;
      if (!this.isAtEnd) list.push(this.#value());
      this.skipEmptyLines();
      if (this.isAtEnd) this.fail('the list has no end');
      if (!this.take(',') && !this.#text.startsWith(']', this.#at)) this.fail('a comma is expected');
    }
  }

  #inlineTable(): TomlTable {
    const table: TomlTable = {};
    this.#match(/[ \t]*/y);
    if (this.take('}')) return table;
    do this.pair(table);
    while (this.#match(/[ \t]*,/y) !== undefined);
    this.expect('}');
    return table;
  }

  #quoted(): string | undefined {
    const long = this.#match(/"""[\s\S]*?"""|'''[\s\S]*?'''/y);
    if (long !== undefined) {
      const inner = long.slice(3, -3).replace(/^\n/, '');
      return long.startsWith('"') ? this.#unescape(inner.replaceAll(/\\[ \t]*\n\s*/g, '')) : inner;
    }
    const basic = this.#match(/"(?:[^"\\\n]|\\.)*"/y);
    if (basic !== undefined) return this.#unescape(basic.slice(1, -1));
    return this.#match(/'[^'\n]*'/y)?.slice(1, -1);
  }

  #unescape(text: string): string {
    return text.replaceAll(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/g, (_, code: string) =>
      code.length > 1
        ? String.fromCodePoint(Number.parseInt(code.slice(1), 16))
        : (ESCAPES[code] ?? this.fail(`\\${code} means nothing`)),
    );
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}
