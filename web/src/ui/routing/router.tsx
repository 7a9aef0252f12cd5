import {
  type AnchorHTMLAttributes,
  Children,
  createContext,
  isValidElement,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { changeHistory } from './dialog-entry.ts';

/**
 * The parts of a router that the app uses. react-router was a sixth of the script a first visit
 * waits for (decision 030); names and behaviour are the same.
 */

/**
 * A location in the app. `key` identifies the history entry; it is 'default' for an entry the
 * router did not create.
 */
export interface Location {
  pathname: string;
  /** With the question mark, or empty. */
  search: string;
  state: unknown;
  key: string;
}

interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean | undefined;
  /** Stored with the history entry; must be cloneable by `structuredClone`. */
  state?: unknown;
  /** Keeps the entry's key, so that the screen is not scrolled to its top. */
  keepsKey?: boolean | undefined;
}

/**
 * Goes to a path, to another query of the current path (`?…`), or by a number of history entries
 * (−1 is back).
 */
export type NavigateFunction = (to: string | number, options?: NavigateOptions) => void;

interface Routing {
  location: Location;
  navigate: NavigateFunction;
  /** The prefix of a link's href. */
  hrefPrefix: '#' | '';
}

export const RoutingContext = createContext<Routing | null>(null);
const ParamsContext = createContext<Readonly<Record<string, string>>>({});

function useRouting(): Routing {
  const routing = use(RoutingContext);
  if (!routing) throw new Error('A component that uses the router is rendered outside of it');
  return routing;
}

export const useLocation = (): Location => useRouting().location;
export const useNavigate = (): NavigateFunction => useRouting().navigate;
/** The values of the route's `:names`. */
export const useParams = (): Readonly<Record<string, string>> => use(ParamsContext);

type NextSearch = (before: URLSearchParams) => URLSearchParams;

/** The query, and a function that changes it without leaving the screen. */
export function useSearchParams(): [
  URLSearchParams,
  (next: NextSearch, options?: NavigateOptions) => void,
] {
  const { location: current, navigate } = useRouting();
  const params = useMemo(() => new URLSearchParams(current.search), [current.search]);
  return [params, (next, options) => navigate(`?${next(params)}`, { ...options, keepsKey: true })];
}

let entryCount = 0;

export function parseLocation(path: string, entry: Pick<Location, 'state' | 'key'>): Location {
  const [, pathname = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(path) ?? [];
  return {
    pathname: pathname.startsWith('/') ? pathname : `/${pathname}`,
    search: search === '?' ? '' : search,
    ...entry,
  };
}

/**
 * The location of a new entry. Its key differs from every key of an earlier visit in the same
 * history.
 */
export function nextLocation(
  to: string,
  current: Location,
  { state, keepsKey }: NavigateOptions,
): Location {
  entryCount += 1;

  const key = keepsKey
    ? current.key
    : `${Math.round(performance.timeOrigin).toString(36)}-${entryCount}`;

  return parseLocation(to.startsWith('?') ? current.pathname + to : to, {
    state: state ?? null,
    key,
  });
}

/** The router's state in a browser history entry. */
type HistoryState = { usr?: unknown; key?: string } | null;

function readAddress(): Location {
  const entry = history.state as HistoryState;
  return parseLocation(location.hash.slice(1), {
    state: entry?.usr ?? null,
    key: entry?.key ?? 'default',
  });
}

/** The app's router: the path is the part of the address after `#`. */
export function HashRouter({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState(readAddress);
  const follow = () => startTransition(() => setCurrent(readAddress()));
  // If history was empty at the start, replacing the first entry keeps it the first.
  const [startedAlone] = useState(() => history.length === 1);
  const navigate: NavigateFunction = (to, options = {}) => changeHistory(() => go(to, options));

  const go = (to: string | number, options: NavigateOptions): void => {
    if (typeof to === 'number') {
      history.go(to);
      return;
    }

    const next = nextLocation(to, readAddress(), options);
    const isOnly = options.replace && startedAlone && readAddress().key === 'default';
    const entry: HistoryState = { usr: next.state, key: isOnly ? 'default' : next.key };

    history[options.replace ? 'replaceState' : 'pushState'](
      entry,
      '',
      `#${next.pathname}${next.search}`,
    );
    follow();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `follow` does the same in every render
  useLayoutEffect(() => {
    addEventListener('popstate', follow);

    // A link of the server-rendered page may have been tapped during hydration.
    const now = readAddress();
    if (now.pathname !== current.pathname || now.search !== current.search) follow();

    return () => removeEventListener('popstate', follow);
  }, []);

  return (
    <RoutingContext value={{ location: current, navigate, hrefPrefix: '#' }}>
      {children}
    </RoutingContext>
  );
}

/** A fixed location, for rendering on the server. */
export function StaticRouter({ at, children }: { at: string; children: ReactNode }) {
  const fixed = parseLocation(at, { state: null, key: 'default' });
  return (
    <RoutingContext value={{ location: fixed, navigate: () => undefined, hrefPrefix: '#' }}>
      {children}
    </RoutingContext>
  );
}

type RouteProps = { path: string; element: ReactNode };

/** A child of {@link Routes}: `*` matches any path, `:name` any one segment. */
export function Route(_: RouteProps): ReactNode {
  throw new Error('Route is only valid as a child of Routes');
}

/** Renders the first route that matches the path. */
export function Routes({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  for (const route of Children.toArray(children)) {
    if (!isValidElement<RouteProps>(route)) continue;

    const { path, element } = route.props;
    const params = matchPath(path, pathname);
    if (params) return <ParamsContext value={params}>{element}</ParamsContext>;
  }

  return null;
}

/** The values of the route's `:names`; null when the path does not match. */
export function matchPath(route: string, pathname: string): Record<string, string> | null {
  if (route === '*') return {};

  const names = route.split('/');
  const segments = pathname.replace(/(.)\/$/, '$1').split('/');
  if (names.length !== segments.length) return null;

  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const name = names[index] ?? '';
    if (name.startsWith(':')) params[name.slice(1)] = decode(segment);
    else if (name !== segment) return null;
  }

  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A truncated address matches nothing; the screen handles the unknown id.
    return segment;
  }
}

/** Navigates when it is rendered. */
export function Navigate({ to, replace }: { to: string; replace?: boolean }): ReactNode {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigates once for each target
  useEffect(() => navigate(to, { replace }), [to, replace]);
  return null;
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  replace?: boolean;
};

/** A link within the app, with a real href so that it can be opened in another tab. */
export function Link({ to, replace, onClick, ...rest }: LinkProps) {
  const { location: current, navigate, hrefPrefix } = useRouting();

  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);

    const opensElsewhere =
      event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || opensElsewhere || (rest.target && rest.target !== '_self'))
      return;

    event.preventDefault();
    // A link to the current location adds no history entry.
    navigate(to, { replace: replace || to === current.pathname + current.search });
  };

  return <a {...rest} href={hrefPrefix + to} onClick={go} />;
}
