import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take ten seconds or more, the longest first. */
const LONG = [
  'src/test/crash.test.ts',
  'src/outside/kyc/ocr.test.ts',
  'src/certification/real-pictures.test.ts',
  'src/test/simulate/simulate.test.ts',
  'src/test/outage.test.ts',
  'src/sandbox/people.test.ts',
  'src/outside/kyc/face.test.ts',
  'src/serve.test.ts',
  'src/test/sweep.test.ts',
];

/** Begins with the long files: one begun last would keep a worker busy while the others have nothing left to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((path) => moduleId.endsWith(path));
      return at === -1 ? LONG.length : at;
    };
    // Projects stay together: they run one after the other.
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    return [...byProject.values()].flatMap((own) => own.toSorted((a, b) => place(a) - place(b)));
  }
}
