// Reads a view's stored query for which of its columns are plain columns of a table: the text that PostgreSQL stores in
// pg_rewrite.ev_action. Pure; knows of that text only its list of results.

export interface ColumnOrigin {
  /** The column's number in the view. */
  number: number;
  /** The table or view it comes from, and its number there. */
  tableOid: number;
  columnNumber: number;
}

/** The plain columns among the results of a view's query. */
export function columnOrigins(storedQuery: string): ColumnOrigin[] {
  return targetEntries(storedQuery).flatMap((entry) => {
    const number = fieldOf(entry, 'resno');
    const tableOid = fieldOf(entry, 'resorigtbl');
    const columnNumber = fieldOf(entry, 'resorigcol');
    const isPlain = number && tableOid && columnNumber && !/ :resjunk true/.test(entry);
    return isPlain ? [{ number, tableOid, columnNumber }] : [];
  });
}

function fieldOf(entry: string, name: string): number {
  return Number(new RegExp(` :${name} (\\d+)`).exec(entry)?.[1] ?? 0);
}

/**
 * The entries of the outermost query's result list, each without what is nested in it. Braces nest nodes; a backslash
 * takes the meaning from the character after it.
 */
function targetEntries(text: string): string[] {
  const entries: string[] = [];
  const listStart = ' :targetList (';
  let depth = 0;
  let isInList = false;
  let entry = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') {
      if (isInList && depth === 2) entry += text.slice(at, at + 2);
      at += 1;
      continue;
    }
    if (!isInList && depth === 1 && character === ' ' && text.startsWith(listStart, at)) {
      isInList = true;
      at += listStart.length - 1;
      continue;
    }
    if (character === '{') {
      depth += 1;
      if (isInList && depth === 2) entry = '';
    } else if (character === '}') {
      if (isInList && depth === 2) entries.push(entry);
      depth -= 1;
    } else if (isInList && depth === 1 && character === ')') {
      return entries;
    } else if (isInList && depth === 2) {
      entry += character;
    }
  }
  return entries;
}
