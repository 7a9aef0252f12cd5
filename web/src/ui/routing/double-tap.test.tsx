import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { MemoryRouter } from '../../testing/memory-router.tsx';
import { Page } from '../layout/page.tsx';
import { Link, Route, Routes } from './router.tsx';

type Place = { x: number; y: number };
const HERE: Place = { x: 30, y: 40 };
const NAMES = { link: { name: 'Go on' }, button: { name: 'Back' } };

/** A tap at a moment of the page's clock, in ms. @returns whether it may act */
function tap(element: Element, moment: number, { x, y }: Place = HERE): boolean {
  const event = new MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    clientX: x,
    clientY: y,
  });
  Object.defineProperty(event, 'timeStamp', { value: moment });

  return fireEvent(element, event);
}

/** A control that another of the same name or not replaces when it is tapped. */
function Replaced({ names, onTap }: { names: [string, string]; onTap: (at: number) => void }) {
  const [at, setAt] = useState(0);

  const go = () => {
    onTap(at);
    setAt(1);
  };

  return (
    <button key={at} type="button" onClick={go}>
      {names[at]}
    </button>
  );
}

it.each([
  ['a button', <button key="b" type="button" data-testid="it" />],
  [
    'a link to another app',
    <a key="a" href="upi://pay" data-testid="it">
      Pay
    </a>,
  ],
  ['a tick', <input key="c" type="checkbox" data-testid="it" />],
  ['a choice', <input key="r" type="radio" data-testid="it" />],
  ['a file chooser', <input key="f" type="file" data-testid="it" />],
])('%s acts once for two taps within 500 ms, and again later', (_, control) => {
  const acts = vi.fn((event: Event) => event.preventDefault());
  render(control);

  const element = screen.getByTestId('it');
  element.addEventListener('click', acts);
  for (const moment of [1000, 1499, 1501]) tap(element, moment);
  expect(acts).toHaveBeenCalledTimes(2);
});

it('two taps on a label tick its box once', () => {
  render(
    <label>
      I agree <input type="checkbox" />
    </label>,
  );

  const label = screen.getByText('I agree');
  tap(label, 1000);
  tap(label, 1200);
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});

it.each([
  ['the same control at its place is the tapped one', ['Agree', 'Agree'], HERE, [0]],
  ['another control at its place is not', ['Agree', 'Next'], HERE, [0, 1]],
  ['nor is one of the same name elsewhere', ['Repay', 'Repay'], { x: 30, y: 200 }, [0, 1]],
] as const)('after a tap that replaced the control, %s', (_, names, place, tapped) => {
  const taps: number[] = [];
  render(<Replaced names={[...names]} onTap={(at) => taps.push(at)} />);
  tap(screen.getByRole('button'), 1000);
  tap(screen.getByRole('button'), 1200, place);
  expect(taps).toEqual(tapped);
});

it('a text field can be tapped twice, which selects a word', () => {
  render(<input type="text" />);
  const field = screen.getByRole('textbox');
  expect([tap(field, 1000), tap(field, 1100)]).toEqual([true, true]);
});

it('two quick taps on Back go back once', () => {
  const screens = { '/first': '/second', '/second': '/third', '/third': '/third' };
  render(
    <MemoryRouter initialEntries={['/first']}>
      <Routes>
        {Object.entries(screens).map(([path, next]) => (
          <Route
            key={path}
            path={path}
            element={
              <Page key={path} title={path}>
                <Link to={next}>Go on</Link>
              </Page>
            }
          />
        ))}
      </Routes>
    </MemoryRouter>,
  );

  const press = (role: 'link' | 'button', moment: number) =>
    act(() => void tap(screen.getByRole(role, NAMES[role]), moment));
  const title = () => screen.getByRole('heading').textContent;

  press('link', 1000);
  press('link', 2000);
  expect(title()).toBe('/third');
  press('button', 3000);
  press('button', 3300);
  expect(title()).toBe('/second');
  press('button', 3600);
  expect(title()).toBe('/first');
});
