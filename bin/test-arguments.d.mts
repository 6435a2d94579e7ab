export function readTestArguments(given: string[]): {
  exit?: { code: number; text: string };
  stages?: string[];
  retries?: string;
  isFlakyFailed?: boolean;
  passedOn?: string[];
  env?: Record<string, string>;
};
