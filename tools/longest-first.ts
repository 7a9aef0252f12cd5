import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take ten seconds or more, the longest first. */
const LONG = [
  'src/testing/crash.test.ts',
  'src/providers/kyc/ocr.test.ts',
  'src/testing/fuzz/fuzz.test.ts',
  'src/features/certification/real-pictures.test.ts',
  'src/providers/kyc/face.test.ts',
  'src/testing/sweep.test.ts',
  'src/testing/staff-permissions.test.ts',
  'src/testing/restore-drill.test.ts',
  'src/operations/close-of-day/wrong-clock.test.ts',
  'src/operations/approvals/money-kinds.test.ts',
  'src/testing/outage.test.ts',
  'src/operations/collections/collections.test.ts',
  'src/sandbox/people/people.test.ts',
  'src/testing/simulate/simulate.test.ts',
  'src/testing/fuzz/staff-fuzz.test.ts',
  'src/features/repayment/unclaimed-funds/unclaimed-funds.test.ts',
  'src/operations/close-of-day/dunning.test.ts',
  'src/platform/http/serve.test.ts',
  'src/operations/approvals/approvals.test.ts',
  'src/features/documents/draw.test.ts',
  'src/sandbox/page/face-pictures.test.ts',
];

/** Starts the long files first: one started last would keep a worker busy while the others are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((path) => moduleId.endsWith(path));
      return at === -1 ? LONG.length : at;
    };
    // Projects stay together: they run one after the other.
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    return [...byProject.values()].flatMap((own) => own.toSorted((a, b) => rank(a) - rank(b)));
  }
}
