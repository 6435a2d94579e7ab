// Compares every answer of a database function that a test causes with its shape in contracts/answers.ts.
import * as v from 'valibot';
import { answers } from '#contracts/answers.ts';

type Fetch = (request: Request) => Promise<Response>;

const RPC = /\/rest\/v1\/rpc\/(\w+)$/;

export function checkAnswers(fetch: Fetch): Fetch {
  return async (request) => {
    const response = await fetch(request);
    const { pathname, searchParams } = new URL(request.url);
    const name = RPC.exec(pathname)?.[1];
    const isWhole = !searchParams.has('select') && response.status === 200;
    if (!name || !isWhole || !Object.hasOwn(answers, name)) return response;
    const answer: unknown = await response.clone().json();
    const problem = compareAnswer(name as keyof typeof answers, answer);
    return problem ? Response.json({ code: 'SHAPE', message: problem }, { status: 500 }) : response;
  };
}

export function compareAnswer(name: keyof typeof answers, answer: unknown): string | null {
  const parsed = v.safeParse(answers[name], answer);
  if (!parsed.success) {
    const places = parsed.issues.slice(0, 5).map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
    return `${name} does not answer as contracts/answers.ts says. ${places.join(' ')}`;
  }
  const unnamed = unnamedFields(answer, parsed.output);
  return unnamed.length > 0
    ? `${name} answers with fields that contracts/answers.ts does not name: ${unnamed.join(', ')}`
    : null;
}

/** What parsing left out, as paths. */
function unnamedFields(answer: unknown, parsed: unknown, path = ''): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const known = parsed as Record<string, unknown>;
  return Object.entries(answer).flatMap(([key, value]) =>
    Object.hasOwn(known, key) ? unnamedFields(value, known[key], `${path}${key}.`) : [path + key],
  );
}
