// What playwright's JSON says about each journey: at once, after another try, or not at all, and why a try failed.
interface Journey {
  title: string;
  reasons: string[];
}

export interface Results {
  passed: number;
  /** Passed, but not at the first try. */
  again: Journey[];
  failed: Journey[];
}

interface Suite {
  suites?: Suite[];
  specs?: Spec[];
}

interface Spec {
  title: string;
  file: string;
  line: number;
  tests: { status: string; results: { status: string; error?: { message?: string } }[] }[];
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

export function readResults(text: string): Results {
  const results: Results = { passed: 0, again: [], failed: [] };
  const visit = ({ suites = [], specs = [] }: Suite): void => {
    for (const suite of suites) visit(suite);
    for (const spec of specs) for (const test of spec.tests) note(spec, test);
  };
  const note = (spec: Spec, test: Spec['tests'][number]): void => {
    if (test.status === 'skipped') return;
    const reasons = test.results
      .filter(({ status }) => status !== 'passed')
      .map(({ status, error }) => firstLines(error?.message ?? status));
    const journey = { title: `${spec.file}:${spec.line} ${spec.title}`, reasons };
    if (test.status === 'unexpected') results.failed.push(journey);
    else {
      results.passed += 1;
      if (test.status === 'flaky') results.again.push(journey);
    }
  };
  visit(JSON.parse(text) as Suite);
  return results;
}

function firstLines(message: string): string {
  const lines = message.replaceAll(COLOURS, '').split('\n');
  const messages = lines.map((line) => line.trim()).filter((line) => line !== '');
  return messages.slice(0, 5).join(' | ').slice(0, 400);
}
