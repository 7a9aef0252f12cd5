import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more, the longest first. */
const LONG = [
  'crash.rest.test.ts',
  'ocr.rest.test.ts',
  'fuzz.rest.test.ts',
  'real-pictures.rest.test.ts',
  'lint-rules.test.ts',
];

/**
 * Starts the long files first: one started last would keep a worker busy while the others are idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);

    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONG.findIndex((name) => moduleId.endsWith(`/${name}`));
      return index === -1 ? LONG.length : index;
    };

    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
