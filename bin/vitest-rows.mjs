// A reporter of Vitest that writes one row a test for bin/test.mjs: its own JSON report does not say which test was tried again.
import { writeFileSync } from 'node:fs';

export default class RowsReporter {
  onTestRunEnd(testModules, unhandledErrors) {
    const rows = testModules.flatMap((module) => [...testsOf(module), ...loadErrors(module)]);
    writeFileSync(
      process.env.TEST_ROWS,
      JSON.stringify({ rows, unhandled: unhandledErrors.map(({ message }) => message) }),
    );
  }
}

function testsOf(module) {
  return [...module.children.allTests()].map((test) => {
    const { state, errors } = test.result();
    const { duration = 0, flaky = false } = test.diagnostic() ?? {};
    return {
      file: module.relativeModuleId,
      title: test.fullName,
      status: flaky ? 'flaky' : state,
      durationMs: duration,
      message: errors?.[0]?.message ?? '',
    };
  });
}

/** A file that could not be loaded, or a hook outside of every test. */
function loadErrors(module) {
  return module.errors().map(({ message }) => ({
    file: module.relativeModuleId,
    title: '',
    status: 'failed',
    durationMs: 0,
    message,
  }));
}
