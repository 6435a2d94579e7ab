import { describe, expect, it } from 'vitest';
import { nameLines } from './name-lines.ts';

describe("a show's name", () => {
  it.each([
    ['Undertow', ['undertow']],
    ['Night Loop', ['night loop']],
    ['The Copy Shop Hour', ['the copy', 'shop hour']],
    ['Standing Wave', ['standing', 'wave']],
    ['Unterwassergeräusche', ['unterwassergeräusche']],
  ])('%s is split into its lines', (name, lines) => {
    expect(nameLines(name)).toEqual(lines);
  });
});
