interface FileResult {
  name: string;
  status: string;
  message?: string;
  assertionResults: readonly {
    fullName: string;
    status: string;
    failureMessages?: readonly string[];
  }[];
}

/**
 * A test that does not pass on a distributed database, and why; `test` is absent for every test of
 * the file.
 */
interface PlainOnlyTest {
  file: string;
  test?: string;
  because: string;
}

/**
 * Compares results with the list of tests that are not for the engine: others must pass, and those
 * must not.
 */
export function judgeFiles(
  files: readonly FileResult[],
  listed: readonly PlainOnlyTest[],
  options: { isWhole: boolean },
): { lines: string[]; problems: string[]; passed: number; excused: number };
