export const TESTS_OF_FOLDERS: Record<string, string[]>;
export function listWholeTests(): string[];
export function choose(
  files: string[],
  tests: string[],
): { pages: boolean; process: string[]; site: string[] };
export function isNamed(test: string, word: string): boolean;
