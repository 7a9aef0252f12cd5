import { expect, test } from 'vitest';
import {
  countPlaywright,
  countVitest,
  judge,
  listFailedTests,
  listFailedWalks,
  listWalks,
  readProgress,
} from './test-stages.mjs';

test('a file that does not load counts as a failed test', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

test('a flaky walk and an error outside the walks are failures', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 4, failed: 3, skipped: 2 });
});

test('a stage that ran nothing or ended badly has failed', () => {
  const result = { passed: 0, failed: 0, skipped: 0, code: 0, output: 'said' };
  expect(judge(result)).toMatchObject({ failed: 1 });
  expect(judge({ ...result, passed: 2, code: 1 })).toMatchObject({
    passed: 2,
    failed: 1,
    report: 'said',
  });
  expect(judge({ ...result, passed: 2 })).toMatchObject({ passed: 2, failed: 0 });
});

test("the browser stage's progress is the last test that its output names", () => {
  expect(
    readProgress(
      '[1/108] [walk] › a.test.ts:1:1 › one\n[2/108] [others] › b.test.ts:5:3 › two [3/4]\n',
    ),
  ).toBe('2 of 108 started');
  expect(readProgress('  1) [others] › b.test.ts:5:3 › two\n')).toBeUndefined();
});

test('each failure is named with what was wrong', () => {
  const failed = { status: 'failed', fullName: 'adds up', failureMessages: ['expected 1 to be 2'] };
  const testResults = [
    { name: 'a.test.ts', message: '', assertionResults: [failed, { status: 'passed' }] },
    { name: 'b.test.ts', message: 'Cannot find module', assertionResults: [] },
  ];
  expect(listFailedTests({ testResults })).toMatchObject([
    { name: expect.stringMatching(/a\.test\.ts: adds up$/), message: 'expected 1 to be 2' },
    { name: expect.stringMatching(/b\.test\.ts$/), message: 'Cannot find module' },
  ]);

  const ran = (errors: { message: string }[]) => [{ results: [{ duration: 1, errors }] }];
  const specs = [
    { file: 'walks/first-loan.test.ts', title: 'one', tests: ran([]) },
    { file: 'walks/first-loan.test.ts', title: 'two', tests: ran([{ message: 'Timed out' }]) },
  ];
  expect(listFailedWalks(listWalks({ suites: [{ suites: [{ specs }] }] }))).toEqual([
    { name: 'e2e/walks/first-loan.test.ts: two', message: 'Timed out' },
  ]);
});
