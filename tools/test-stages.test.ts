import { expect, test } from 'vitest';
import { judge, readFailed, readPlaywright, readProgress, readVitest } from './test-stages.mjs';

test('each failed test is named with what was wrong, and so is a file that does not load', () => {
  const failed = { status: 'failed', fullName: 'adds up', failureMessages: ['expected 1 to be 2'] };
  const passed = { status: 'passed' };
  const report = {
    numPassedTests: 3,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [failed, passed] },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ],
  };
  expect(readVitest(report)).toMatchObject({
    passed: 3,
    skipped: 1,
    failures: [
      { name: expect.stringMatching(/a\.test\.ts: adds up$/), message: 'expected 1 to be 2' },
      { name: expect.stringMatching(/b\.test\.ts$/), message: 'Cannot find module' },
    ],
  });
});

test('a failed walk, a flaky one and an error outside the walks are failures', () => {
  const file = 'walks/first-loan.test.ts';

  const ran = (status: string, ...messages: string[]) => {
    const errors = messages.map((message) => ({ message }));
    return [{ status, results: [{ duration: 1, errors }] }];
  };
  const specs = [
    { file, title: 'one', tests: ran('expected') },
    { file, title: 'two', tests: ran('unexpected', 'Timed out') },
    { file, title: 'three', tests: ran('flaky', 'Timed out once') },
  ];
  const report = {
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [{ suites: [{ specs }] }],
    errors: [{ message: 'No database' }],
  };
  expect(readPlaywright(report)).toMatchObject({
    passed: 4,
    skipped: 2,
    failures: [
      { name: 'e2e', message: 'No database' },
      { name: `e2e/${file}: two`, message: 'Timed out' },
      { name: `e2e/${file}: three`, message: 'Timed out once' },
    ],
  });
});

test('a stage that ran nothing or ended badly has failed', () => {
  const result = { passed: 0, skipped: 0, failures: [], code: 0, output: 'said' };
  expect(judge(result)).toMatchObject({ failed: 1, report: 'No test ran.\nsaid' });
  expect(judge({ ...result, passed: 2, code: 1 })).toMatchObject({
    passed: 2,
    failed: 1,
    report: 'said',
  });
  expect(judge({ ...result, passed: 2 })).toMatchObject({ passed: 2, failed: 0 });

  const failures = [{ name: 'adds up', message: 'expected 1 to be 2' }];
  expect(judge({ ...result, failures, code: 1 })).toMatchObject({ failed: 1, report: 'said' });
});

test("the browser stage's progress is the last test that its output names", () => {
  expect(
    readProgress(
      '[1/108] [walk] › a.test.ts:1:1 › one\n[2/108] [others] › b.test.ts:5:3 › two [3/4]\n',
    ),
  ).toBe('2 of 108 started');
  expect(readProgress('  1) [others] › b.test.ts:5:3 › two\n')).toBeUndefined();
});

test('a failed test is named as soon as the output names it', () => {
  const walk = '  1) [others] › b.test.ts:5:3 › two steps ────────────\n\n    Error: a timeout\n';
  expect(readFailed(`[2/8] [others] › c.test.ts:1:1 › three\n${walk}`)).toEqual([
    '[others] › b.test.ts:5:3 › two steps',
  ]);
  expect(readFailed('··x\n12) a.test.ts: rounds up\n')).toEqual(['a.test.ts: rounds up']);
});
