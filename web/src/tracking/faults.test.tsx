import { readFaultEvent, saveEvent } from '@noren/contract/tracking';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ScreenBoundary } from '../app/screen-boundary.tsx';
import { renderScreen } from '../testing/render-screen.tsx';
import { stubServer } from '../testing/server-stub.ts';

let server: ReturnType<typeof stubServer>;
let faults: typeof import('./script-faults.ts');

beforeEach(async () => {
  // Modules are loaded again for each test, so that reports of one test do not count in the next.
  vi.resetModules();
  faults = await import('./script-faults.ts');
  location.hash = '#/repay/AB12CD?channel=upi';
  server = stubServer();
  server.answers(saveEvent, {});
});

/** An error with a frame in one of our files. */
function fault(message: string, at = 1): Error {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at save (https://noren.example/assets/main-Ab1.js:3:${at})`;
  return error;
}

const reported = () =>
  server.sentTo(saveEvent).map(({ path, body }) => {
    const { event } = body as { event: string };
    return { type: path.split('/').at(-1), ...readFaultEvent(event) };
  });

it('an uncaught error is reported with its frames and screen, without personal data', async () => {
  faults.watchFaults();

  const error = fault(`no order for "Asha Example" (reading 'amount')`);
  dispatchEvent(Object.assign(new Event('error'), { error }));
  await expect.poll(reported).toHaveLength(1);
  expect(reported()[0]).toMatchObject({
    type: 'script_error',
    name: 'TypeError',
    words: "no order for … (reading 'amount')",
    frames: [{ file: 'main-Ab1.js', line: 3, column: 1 }],
    screen: '/repay/:id',
    appVersion: '216',
  });
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: fault('rejected', 2) }));
  await expect.poll(reported).toHaveLength(2);
});

it('an error of a screen is reported, and the boundary is shown', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);

  const Broken = () => {
    throw fault('broken', 3);
  };
  renderScreen(
    <ScreenBoundary>
      <Broken />
    </ScreenBoundary>,
    '/home',
  );
  expect(screen.getByRole('alert')).toBeTruthy();
  await expect.poll(reported).toMatchObject([{ words: 'broken' }]);
  vi.mocked(console.error).mockClear();
});

it('the same error is reported once; errors of extensions and of the network are not', async () => {
  const { captureFault } = faults;
  captureFault(fault('twice', 4));
  captureFault(fault('twice', 4));
  captureFault(new Error('of an extension'));
  captureFault('thrown as a text');
  captureFault(Object.assign(fault('no network', 5), { name: 'NoAnswer' }));
  captureFault(fault('last', 6));
  await expect.poll(() => reported().map(({ words }) => words)).toEqual(['twice', 'last']);
});

it('at most ten errors are reported per page load', async () => {
  for (let at = 10; at < 40; at++) faults.captureFault(fault('again', at));
  await expect.poll(reported).toHaveLength(10);
});

it('a failed report does not throw', async () => {
  server.loses(saveEvent);
  const { reportFault } = await import('./report-fault.ts');
  await expect(reportFault('script_error', fault('lost', 99))).resolves.toBeUndefined();
});
