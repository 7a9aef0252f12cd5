import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  HashRouter,
  Link,
  matchPath,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from './router.tsx';

test.each([
  ['/repay/:repayId', '/repay/R-1', { repayId: 'R-1' }],
  ['/repay/:repayId', '/repay/a%2Fb', { repayId: 'a/b' }],
  ['/repay/:repayId', '/repay/%E0%A4', { repayId: '%E0%A4' }],
  ['/repay/:repayId', '/repay', null],
  ['/login', '/login/', {}],
  ['/login', '/login/x', null],
  ['/', '/', {}],
  ['*', '/any/thing', {}],
])('%s matches %s as %j', (route, pathname, params) => {
  expect(matchPath(route, pathname)).toEqual(params);
});

function Here() {
  const { pathname, search, state, key } = useLocation();
  const { id } = useParams();
  const navigate = useNavigate();

  return (
    <>
      <p role="status">{`${pathname}${search} ${JSON.stringify(state)} ${key === 'default' ? 'outside' : 'inside'} ${id ?? ''}`}</p>
      <Link to="/order/7">Order</Link>
      <button
        type="button"
        onClick={() => navigate('?open=1', { replace: true, state: { sent: true } })}
      >
        Query
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  );
}

function show(): void {
  render(
    <HashRouter>
      <Routes>
        <Route path="/order/:id" element={<Here />} />
        <Route path="/noren" element={<Here />} />
        <Route path="*" element={<Navigate to="/noren" replace />} />
      </Routes>
    </HashRouter>,
  );
}

afterEach(() => history.replaceState(null, '', '#'));

describe('the path after the #', () => {
  const here = () => screen.getByRole('status').textContent;

  test('an unknown path is replaced by the landing page, without a history entry', async () => {
    history.replaceState(null, '', '#/nowhere?x=1');

    const before = history.length;
    show();
    expect(await screen.findByText(/^\/noren null/)).toBeDefined();
    expect(history.length).toBe(before);
    expect(location.hash).toBe('#/noren');
  });

  test('links and query changes navigate, and keep the state of the entry', async () => {
    history.replaceState(null, '', '#/noren');
    show();
    expect(here()).toBe('/noren null outside ');
    expect(screen.getByRole('link').getAttribute('href')).toBe('#/order/7');
    await userEvent.click(screen.getByRole('link'));
    expect(here()).toBe('/order/7 null inside 7');
    await userEvent.click(screen.getByRole('button', { name: 'Query' }));
    expect(here()).toBe('/order/7?open=1 {"sent":true} inside 7');
    expect(location.hash).toBe('#/order/7?open=1');
  });

  test('replacing the only entry keeps the default key', async () => {
    history.replaceState(null, '', '#/nowhere');
    vi.spyOn(history, 'length', 'get').mockReturnValue(1);
    show();
    expect(await screen.findByText('/noren null outside')).toBeDefined();
  });

  test('changing the query keeps the entry, and an empty query leaves no question mark', async () => {
    history.replaceState(null, '', '#/noren');

    const keys: string[] = [];

    function Screen() {
      const { key, pathname, search } = useLocation();
      const [, setSearch] = useSearchParams();

      keys.push(key);

      return (
        <>
          <p role="status">{pathname + search}</p>
          {['a', ''].map((open) => (
            <button
              key={open}
              type="button"
              onClick={() => setSearch(() => new URLSearchParams(open && { open }))}
            >
              {open || 'none'}
            </button>
          ))}
        </>
      );
    }

    render(
      <HashRouter>
        <Screen />
      </HashRouter>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'a' }));
    expect(here()).toBe('/noren?open=a');
    await userEvent.click(screen.getByRole('button', { name: 'none' }));
    expect(here()).toBe('/noren');
    expect(location.hash).toBe('#/noren');
    expect(new Set(keys).size).toBe(1);
  });

  test('a navigation during the first render is followed', () => {
    history.replaceState(null, '', '#/noren');

    function NavigatedMeanwhile() {
      useLayoutEffect(() => history.replaceState(null, '', '#/order/8'), []);
      const { pathname } = useLocation();
      return <p role="status">{pathname}</p>;
    }

    render(
      <HashRouter>
        <NavigatedMeanwhile />
      </HashRouter>,
    );
    expect(here()).toBe('/order/8');
  });

  test('a navigation from outside the router is followed', () => {
    history.replaceState(null, '', '#/noren');
    show();
    act(() => {
      history.pushState(null, '', '#/order/8');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(here()).toBe('/order/8 null outside 8');
  });
});
