// The order of test files: the longest first, because one that begins last runs alone at the end.
import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/** `longest` are ends of paths; the other files come after them in the order of the test runner. */
export function longestFirst(longest: readonly string[]): TestSequencerConstructor {
  const place = ({ moduleId }: TestSpecification) => {
    const index = longest.findIndex((end) => moduleId.endsWith(`/${end}`));
    return index === -1 ? longest.length : index;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).sort((one, other) => place(one) - place(other));
    }
  };
}
