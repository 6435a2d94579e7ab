// Splits a SQL script into statements, so that errors can be reported by file and line.
// Knows quotes, dollar quotes, comments, parentheses and SQL-standard function bodies (BEGIN ATOMIC ... END);
// everything else of the language is left to PostgreSQL.

export interface Statement {
  readonly text: string;
  /** The line of the script on which the statement begins, from 1. */
  readonly line: number;
}

// One token that may hide a semicolon, or a word, or a single mark. Order matters: E'' before words, words before marks.
const TOKEN =
  /--[^\n]*|\/\*|[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|\$\d+|[^\s]/gsu;

export function splitStatements(script: string): Statement[] {
  const statements: Statement[] = [];
  let start: number | undefined;
  let parentheses = 0;
  let atomicDepth = 0;
  let words: string[] = [];
  const token = new RegExp(TOKEN);

  const finish = (end: number) => {
    if (start !== undefined) {
      statements.push({ text: script.slice(start, end).trim(), line: lineAt(script, start) });
    }
    start = undefined;
    parentheses = 0;
    atomicDepth = 0;
    words = [];
  };

  for (let match = token.exec(script); match; match = token.exec(script)) {
    const text = match[0];
    if (text.startsWith('--')) continue;
    if (text === '/*') {
      token.lastIndex = endOfBlockComment(script, match.index);
      continue;
    }
    if (text === ';' && parentheses === 0 && atomicDepth === 0) {
      finish(match.index);
      continue;
    }
    start ??= match.index;
    if (text === '(') parentheses++;
    else if (text === ')') parentheses = Math.max(0, parentheses - 1);
    else if (text.length > 1 && text.startsWith('$') && text.endsWith('$')) {
      const end = script.indexOf(text, token.lastIndex);
      token.lastIndex = end === -1 ? script.length : end + text.length;
    } else if (/^[a-z]/i.test(text)) {
      const word = text.toLowerCase();
      atomicDepth = depthAfter(word, words, atomicDepth);
      words.push(word);
    }
  }
  finish(script.length);
  return statements;
}

// Only CREATE FUNCTION and CREATE PROCEDURE have bodies whose semicolons do not end the statement.
function depthAfter(word: string, before: readonly string[], depth: number): number {
  if (depth === 0) {
    const opensRoutine = before[0] === 'create' && before.some((w) => w === 'function' || w === 'procedure');
    return word === 'atomic' && before.at(-1) === 'begin' && opensRoutine ? 1 : 0;
  }
  if (word === 'case') return depth + 1;
  return word === 'end' ? depth - 1 : depth;
}

// Block comments nest in PostgreSQL, so the first "*/" need not be the end.
function endOfBlockComment(script: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  let depth = 0;
  for (let match = mark.exec(script); match; match = mark.exec(script)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return script.length;
}

function lineAt(script: string, index: number): number {
  let line = 1;
  for (let at = script.indexOf('\n'); at !== -1 && at < index; at = script.indexOf('\n', at + 1)) line++;
  return line;
}
