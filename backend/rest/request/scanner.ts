// Reads a query-string value from left to right, and says where and why it stopped making sense.
// The tokens that all grammars share: names, quoted values, JSON paths.
import { errors, type RestError } from '../errors.ts';

export interface JsonStep {
  arrow: '->' | '->>';
  /** A key of an object, or the index of an array. */
  operand: { key: string } | { index: string };
}

export interface Field {
  name: string;
  path: JsonStep[];
}

const nameCharacter = /[\p{L}\p{N}_ $]/u;

export class Scanner {
  readonly text: string;
  readonly what: string;
  at = 0;

  constructor(text: string, what: string) {
    this.text = text;
    this.what = what;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  peek(): string {
    return this.text.charAt(this.at);
  }

  startsWith(token: string): boolean {
    return this.text.startsWith(token, this.at);
  }

  /** Moves past the token when it comes next. */
  eat(token: string): boolean {
    if (!this.startsWith(token)) return false;
    this.at += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.eat(token)) throw this.fail(`"${token}"`);
  }

  takeUntil(stops: string): string {
    const start = this.at;
    while (!this.isAtEnd && !stops.includes(this.peek())) this.at += 1;
    return this.text.slice(start, this.at);
  }

  rest(): string {
    const taken = this.text.slice(this.at);
    this.at = this.text.length;
    return taken;
  }

  fail(expecting: string): RestError {
    const found = this.isAtEnd ? 'end of input' : JSON.stringify(this.peek());
    return errors.parse(this.what, this.text, this.at + 1, `unexpected ${found} expecting ${expecting}`);
  }

  /** `"..."` with backslash escapes; undefined when no closed quote starts here. */
  quoted(): string | undefined {
    if (this.peek() !== '"') return undefined;
    let value = '';
    for (let at = this.at + 1; at < this.text.length; at += 1) {
      const character = this.text.charAt(at);
      if (character === '"') {
        this.at = at + 1;
        return value;
      }
      if (character === '\\') at += 1;
      value += this.text.charAt(at);
    }
    return undefined;
  }

  /** A column, table or alias: letters, digits, `_`, `$`, inner spaces and dashes, or anything in quotes. */
  name(expecting = 'field name (* or [a..z0..9_$])'): string {
    const quoted = this.quoted();
    if (quoted !== undefined) return quoted;
    const start = this.at;
    while (!this.isAtEnd) {
      const character = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
      const isDash = character === '-' && this.text.charAt(this.at + 1) !== '>';
      if (!nameCharacter.test(character) && !isDash) break;
      this.at += character.length;
    }
    const name = this.text.slice(start, this.at).trim();
    if (name === '') {
      this.at = start;
      throw this.fail(expecting);
    }
    return name;
  }

  /** A name that may be `*`, with the JSON path that may follow it. */
  field(): Field {
    if (this.eat('*')) return { name: '*', path: [] };
    return { name: this.name(), path: this.jsonPath() };
  }

  jsonPath(): JsonStep[] {
    const steps: JsonStep[] = [];
    while (this.startsWith('->')) {
      const arrow = this.eat('->>') ? '->>' : '->';
      if (arrow === '->') this.expect('->');
      steps.push({ arrow, operand: this.jsonOperand() });
    }
    return steps;
  }

  private jsonOperand(): JsonStep['operand'] {
    const index = /^-?\d+(?=->|::|[.,)]|$)/.exec(this.text.slice(this.at));
    if (index) {
      this.at += index[0].length;
      return { index: index[0] };
    }
    const quoted = this.quoted();
    if (quoted !== undefined) return { key: quoted };
    const start = this.at;
    while (!this.isAtEnd && !'(:.,)'.includes(this.peek()) && !this.startsWith('->')) this.at += 1;
    if (this.at === start) throw this.fail('JSON key or array index');
    return { key: this.text.slice(start, this.at) };
  }
}
