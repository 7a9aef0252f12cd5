import { beforeEach, expect, it, vi } from 'vitest';
import { handlePushes } from './service-worker-push.ts';
import type { OpenPage, WorkerScope } from './service-worker-scope.ts';

const pageAt = (path: string, visibilityState: DocumentVisibilityState) => ({
  ...{ url: `https://noren.example${path}`, visibilityState },
  ...{ focus: vi.fn(async () => undefined), postMessage: vi.fn() },
});

let pages: ReturnType<typeof pageAt>[];
let openWindow: ReturnType<typeof vi.fn>;
let listeners: Record<string, (event: object) => void>;

beforeEach(() => {
  pages = [];
  openWindow = vi.fn(async () => undefined);
  listeners = {};

  const worker = {
    location: new URL('https://noren.example/service-worker.js'),
    clients: { matchAll: async () => pages as unknown as OpenPage[], openWindow },
    addEventListener: (type: string, listener: (event: object) => void) => {
      listeners[type] = listener;
    },
  };
  handlePushes(worker as unknown as WorkerScope);
});

/** Dispatches an event to the worker and waits until it is handled. */
async function dispatch(type: string, event: object = {}): Promise<void> {
  const works: (Promise<unknown> | undefined)[] = [];
  listeners[type]?.({
    ...event,
    waitUntil: (work: Promise<unknown> | undefined) => works.push(work),
  });
  await Promise.all(works);
}

const tap = (data: string) =>
  dispatch('notificationclick', { notification: { close: vi.fn(), data } });

it('a tap opens its screen in the visible page', async () => {
  pages = [pageAt('/', 'hidden'), pageAt('/', 'visible'), pageAt('/sandbox', 'visible')];
  await tap('/#/order?id=RAAAAAAAAA');
  expect(pages.map(({ postMessage }) => postMessage.mock.calls)).toEqual([
    [],
    [[{ kind: 'open', path: '/order?id=RAAAAAAAAA&from=notification' }]],
    [],
  ]);
  expect(pages[1]?.focus).toHaveBeenCalledTimes(1);
});

it('a tap without an open page opens one, at paths of the app only', async () => {
  await tap('/#/repay/RAAAAAAAAA');
  await tap('https://evil.example/#/repay/RAAAAAAAAA');
  expect(openWindow.mock.calls).toEqual([['/#/repay/RAAAAAAAAA?from=notification'], ['/#']]);
});

it('a changed subscription is reported to one page', async () => {
  pages = [pageAt('/', 'hidden'), pageAt('/', 'visible')];
  await dispatch('pushsubscriptionchange');
  expect(pages.map(({ postMessage }) => postMessage.mock.calls)).toEqual([
    [],
    [[{ kind: 'subscription' }]],
  ]);
  pages = [];
  await dispatch('pushsubscriptionchange');
  expect(openWindow).not.toHaveBeenCalled();
});
