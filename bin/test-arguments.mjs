// The command line of `npm test`.

const STAGES = ['check', 'unit', 'api', 'components', 'pages', 'process', 'site'];

const EVERY_PAGE_SPECS = [
  'accessibility.spec.ts',
  'account-data-window.spec.ts',
  'all-languages.spec.ts',
  'connection-files.spec.ts',
];

const USAGE = `npm test                              everything
npm test -- STAGE ...                 only these stages:
    check       format, lint, import directions, types, unused code
    unit        tests of app/, bin/, contracts/ and radio/
    api         tests of backend/ and server/
    components  parts of pages in a browser, without a server
    pages       what the site answers over HTTP, without a browser
    process     whole programs, started, stopped and killed
    site        journeys in a browser
npm test -- changed                   what depends on the files changed since the main branch
npm test -- every-page                every page, for a release: \`npm test\` looks at one of each kind
npm test -- unit FILE ... [-t NAME]   files of one stage, or the tests of that name in them
npm test -- site FILE ... [-g NAME]   the same for browser tests
  --retry N   runs a failed test N more times, prints which passed only then, and fails for them, too
              (when everything runs: 2 more times without this option, and those are only printed)
  --help      prints this

What follows is passed on to the test runner (Vitest, or Playwright for site). Reports, also as JUnit XML: artefacts/reports.`;

/** An `exit` ends the program at once, with what it prints. */
export function readTestArguments(given) {
  if (given.includes('--help') || given.includes('-h')) return { exit: { code: 0, text: USAGE } };
  const at = given.indexOf('--retry');
  const asked = at === -1 ? undefined : (given[at + 1] ?? '');
  if (asked !== undefined && !/^\d$/.test(asked)) {
    return { exit: { code: 1, text: '--retry takes a number from 0 to 9, for example --retry 2.' } };
  }
  const rest = at === -1 ? given : given.toSpliced(at, 2);
  if (rest.length === 1 && rest[0] === 'every-page') {
    const env = { EVERY_PAGE: '1' };
    return { stages: ['site'], retries: asked ?? '0', isFlakyFailed: true, passedOn: EVERY_PAGE_SPECS, env };
  }
  if (rest.length === 1 && rest[0] === 'changed') {
    return { stages: [], retries: asked ?? '0', isFlakyFailed: true, passedOn: [], env: {}, isChanged: true };
  }
  const stages = STAGES.filter((stage) => rest.includes(stage));
  const passedOn = rest.filter((one) => !STAGES.includes(one));
  if (stages.length === 0 && passedOn.length > 0) {
    const text = `Name the stage that "${passedOn[0]}" belongs to, for example: npm test -- unit ${passedOn[0]}\n\n${USAGE}`;
    return { exit: { code: 1, text } };
  }
  // On a machine that is busy with everything a time limit may be too short.
  const retries = asked ?? (stages.length === 0 ? '2' : '0');
  return { stages, retries, isFlakyFailed: asked !== undefined, passedOn, env: {} };
}
