// Arrays as PostgreSQL writes them: {1,2}, {"with \"quotes\"",NULL}, {{a,b},{c,d}}.

export function writeArray(values: readonly unknown[], write: (value: unknown) => string): string {
  const parts = values.map((value) => {
    if (Array.isArray(value)) return writeArray(value, write);
    if (value === null) return 'null';
    return `"${write(value).replace(/[\\"]/g, '\\$&')}"`;
  });
  return `{${parts.join(',')}}`;
}

export function readArray(text: string, parse: (text: string) => unknown): unknown[] {
  // Bounds that do not start at 1 are written before the array: [0:1]={a,b}
  let at = text.indexOf('{') + 1;

  function readQuoted(): string {
    let value = '';
    for (at += 1; text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1;
      value += text[at];
    }
    at += 1;
    return value;
  }

  function readPlain(): unknown {
    const start = at;
    while (text[at] !== ',' && text[at] !== '}') at += 1;
    const value = text.slice(start, at);
    return value === 'NULL' ? null : parse(value);
  }

  function readList(): unknown[] {
    const list: unknown[] = [];
    while (at < text.length) {
      const char = text[at];
      if (char === '}') {
        at += 1;
        break;
      }
      if (char === ',') at += 1;
      else if (char === '{') {
        at += 1;
        list.push(readList());
      } else if (char === '"') list.push(parse(readQuoted()));
      else list.push(readPlain());
    }
    return list;
  }

  return readList();
}
