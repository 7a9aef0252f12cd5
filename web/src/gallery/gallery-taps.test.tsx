import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../api/hooks.tsx';
import { MemoryRouter } from '../testing/memory-router.tsx';
import { Toaster } from '../ui/overlay/toast.tsx';
import { PARTS } from './gallery.tsx';

/** Longer than anything in the gallery pretends to load. */
const LOADED_MS = 1_000;
type Part = keyof typeof PARTS;
let clock = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(part: Part): Promise<void> {
  const Shown = PARTS[part];
  cleanup();
  render(
    <DataProvider>
      <MemoryRouter>
        <Shown />
      </MemoryRouter>
      <Toaster />
    </DataProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(LOADED_MS));
}

/** What React was given for an element: also handlers that no attribute shows. */
function readProps(element: Element): Record<string, unknown> {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
  return key === undefined
    ? {}
    : ((element as unknown as Record<string, Record<string, unknown>>)[key] ?? {});
}

/**
 * A dialog itself is tapped beside its content, which closes it. A text field and a native list are
 * not acted by a tap.
 */
function isTappable(element: Element): boolean {
  if (element.matches('dialog, select, :disabled, [aria-disabled=true]')) return false;
  return (
    readProps(element).onClick !== undefined ||
    element.matches('a[href], button, [type=checkbox], [type=radio], [type=file]')
  );
}

/** Everything that can be tapped now: in the open dialog, else on the page. */
function listTappable(): Element[] {
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  return [...scope.querySelectorAll('*')].filter(isTappable);
}

const describeElement = (element: Element): string =>
  `${element.tagName.toLowerCase()} "${element.getAttribute('aria-label') ?? element.textContent}"`;

async function tapAt(element: Element, moment: number): Promise<void> {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: moment });
  await act(async () => {
    fireEvent(element, event);
    await vi.advanceTimersByTimeAsync(LOADED_MS);
  });
}

/**
 * Taps twice within 200 ms.
 * @returns how many taps the element received; the second one may find it gone
 */
async function tapTwice(element: Element): Promise<number> {
  const received = vi.fn((event: Event) => event.preventDefault());
  element.addEventListener('click', received);
  clock += 10_000;
  await tapAt(element, clock);
  if (element.isConnected) await tapAt(element, clock + 200);

  return received.mock.calls.length;
}

const openDialogs = () => document.querySelectorAll('dialog[open]').length;

/** Taps everything twice, then all of each dialog that opens, as often as dialogs open dialogs. */
async function walk(
  part: Part,
  way: readonly number[],
  twice: string[],
  seen: string[],
): Promise<void> {
  const follow = async () => {
    await open(part);
    for (const step of way) {
      clock += 10_000;
      const next = listTappable()[step];
      if (next) await tapAt(next, clock);
    }
  };

  await follow();

  const depth = openDialogs();
  for (let at = 0; at < listTappable().length; at += 1) {
    const element = listTappable()[at] as Element;
    const name = describeElement(element);

    seen.push(name);
    if ((await tapTwice(element)) !== 1) twice.push(`${part}: ${name}`);
    if (openDialogs() > depth) await walk(part, [...way, at], twice, seen);
    if (openDialogs() !== depth) await follow();
  }
}

it.each(Object.keys(PARTS) as Part[])(
  'a double tap acts once on everything of the gallery’s part %s',
  async (part) => {
    const twice: string[] = [];
    const seen: string[] = [];

    await walk(part, [], twice, seen);
    expect(seen.length).toBeGreaterThan(2);
    expect(twice).toEqual([]);
  },
);
