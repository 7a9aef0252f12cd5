import { readFaultEvent, saveEvent } from '@noren/contract/tracking';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ScreenBoundary } from '../app/screen-boundary.tsx';
import { renderScreen } from '../testing/render-screen.tsx';
import { stubServer } from '../testing/server-stub.ts';

let server: ReturnType<typeof stubServer>;
let faults: typeof import('./script-faults.ts');
beforeEach(async () => {
  // A visit of its own for each test: what was told in one is not known in the next.
  vi.resetModules();
  faults = await import('./script-faults.ts');
  location.hash = '#/repay/AB12CD?channel=upi';
  server = stubServer();
  server.answers(saveEvent, {});
});
/** A fault as the built app makes it: its stack lies in a file of ours. */
function fault(message: string, at = 1): Error {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at save (https://noren.example/assets/main-Ab1.js:3:${at})`;
  return error;
}
const told = () =>
  server.sentTo(saveEvent).map(({ path, body }) => {
    const { event } = body as { event: string };
    return { type: path.split('/').at(-1), ...readFaultEvent(event) };
  });

it('what nothing caught is told: where in our files, on which screen, nothing of a person', async () => {
  faults.watchFaults();
  const error = fault(`no order for "Asha Example" (reading 'amount')`);
  dispatchEvent(Object.assign(new Event('error'), { error }));
  await expect.poll(told).toHaveLength(1);
  expect(told()[0]).toMatchObject({
    type: 'script_error',
    name: 'TypeError',
    words: "no order for … (reading 'amount')",
    frames: [{ file: 'main-Ab1.js', line: 3, column: 1 }],
    screen: '/repay/:id',
    appVersion: '216',
  });
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: fault('rejected', 2) }));
  await expect.poll(told).toHaveLength(2);
});

it('a screen that fails is told of, and shows its way on', async () => {
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
  await expect.poll(told).toMatchObject([{ words: 'broken' }]);
  vi.mocked(console.error).mockClear();
});

it('the same is told once, another’s and the network’s not at all', async () => {
  const { captureFault } = faults;
  captureFault(fault('twice', 4));
  captureFault(fault('twice', 4));
  captureFault(new Error('of an extension'));
  captureFault('thrown as a text');
  captureFault(Object.assign(fault('no network', 5), { name: 'NoAnswer' }));
  captureFault(fault('last', 6));
  await expect.poll(() => told().map(({ words }) => words)).toEqual(['twice', 'last']);
});

it('ten of a visit are looked at and no more', async () => {
  for (let at = 10; at < 40; at++) faults.captureFault(fault('again', at));
  await expect.poll(told).toHaveLength(10);
});

it('that it cannot be told breaks nothing', async () => {
  server.loses(saveEvent);
  const { reportFault } = await import('./report-fault.ts');
  await expect(reportFault('script_error', fault('lost', 99))).resolves.toBeUndefined();
});
