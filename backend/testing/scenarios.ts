// Scenario tables: each row is a request as one line and what must come back. A new case is one more row.
import { expect, test } from 'vitest';
import type { Asked, RestHost } from './rest-host.ts';

export interface Scenario extends Asked {
  /** What the row shows, as a sentence. */
  shows: string;
  line: string;
  status?: number;
  json?: unknown;
  text?: string;
  /** Headers by name; null means absent. */
  sends?: Record<string, string | null>;
}

export function runScenarios(host: () => RestHost, scenarios: Scenario[]): void {
  for (const { shows, line, status = 200, json, text, sends = {}, ...asked } of scenarios) {
    test(shows, async () => {
      const answer = await host().ask(line, asked);
      expect({ status: answer.status, body: answer.text }).toMatchObject({ status });
      if (json !== undefined) expect(answer.json).toEqual(json);
      if (text !== undefined) expect(answer.text).toBe(text);
      for (const [name, value] of Object.entries(sends))
        expect([name, answer.headers.get(name)]).toEqual([name, value]);
    });
  }
}
