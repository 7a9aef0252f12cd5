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

/**
 * Which screen stands where: as much of a router as the app uses. The library it takes the place of was a sixth of what
 * a first visit waits for (decision 030); names and behaviour are the library's.
 */

/** A place of the app. `key` is another for each entry of the history; 'default' for one made from outside. */
export interface Place {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  state: unknown;
  key: string;
}

interface NavigateOptions {
  /** Leaves no entry to come back to. */
  replace?: boolean | undefined;
  /** Kept with the entry of the history; what `structuredClone` can copy. */
  state?: unknown;
  /** The same screen, only looked at otherwise: it is not scrolled to its top. */
  stays?: boolean | undefined;
}

/** Goes to a path, to another query of this one (`?…`), or so many entries back (−1) or forth. */
export type NavigateFunction = (to: string | number, options?: NavigateOptions) => void;

interface Routing {
  place: Place;
  navigate: NavigateFunction;
  /** What a link's address begins with. */
  mark: '#' | '';
}

const RoutingContext = createContext<Routing | null>(null);
const ParamsContext = createContext<Readonly<Record<string, string>>>({});

function useRouting(): Routing {
  const routing = use(RoutingContext);
  if (!routing) throw new Error('A part of a screen stands outside the router');
  return routing;
}

export const useLocation = (): Place => useRouting().place;
export const useNavigate = (): NavigateFunction => useRouting().navigate;
/** What stands in the place of the route's `:names`. */
export const useParams = (): Readonly<Record<string, string>> => use(ParamsContext);

type NextSearch = (before: URLSearchParams) => URLSearchParams;

/** The query, and what changes it on the screen that is shown. */
export function useSearchParams(): [URLSearchParams, (next: NextSearch, options?: NavigateOptions) => void] {
  const { place, navigate } = useRouting();
  const params = useMemo(() => new URLSearchParams(place.search), [place.search]);
  return [params, (next, options) => navigate(`?${next(params)}`, { ...options, stays: true })];
}

let entries = 0;

function placeOf(path: string, from: Pick<Place, 'state' | 'key'>): Place {
  const [, pathname = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(path) ?? [];
  return {
    pathname: pathname.startsWith('/') ? pathname : `/${pathname}`,
    search: search === '?' ? '' : search,
    ...from,
  };
}

/** A new entry's place. Its key is another than any of an earlier visit in the same history. */
function nextPlace(to: string, here: Place, { state, stays }: NavigateOptions): Place {
  entries += 1;
  const key = stays ? here.key : `${Math.round(performance.timeOrigin).toString(36)}-${entries}`;
  return placeOf(to.startsWith('?') ? here.pathname + to : to, { state: state ?? null, key });
}

/** What the router keeps with an entry of the browser's history. */
type Kept = { usr?: unknown; key?: string } | null;

function placeOfAddress(): Place {
  const kept = history.state as Kept;
  return placeOf(location.hash.slice(1), { state: kept?.usr ?? null, key: kept?.key ?? 'default' });
}

/** The app's router: the place stands after the address's `#`. */
export function HashRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(placeOfAddress);
  const follow = () => startTransition(() => setPlace(placeOfAddress()));
  const navigate: NavigateFunction = (to, options = {}) => {
    if (typeof to === 'number') return history.go(to);
    const next = nextPlace(to, placeOfAddress(), options);
    // In the place of the only entry there still is nothing behind to go back to.
    const isOnly = options.replace && history.length === 1;
    const kept: Kept = { usr: next.state, key: isOnly ? 'default' : next.key };
    history[options.replace ? 'replaceState' : 'pushState'](kept, '', `#${next.pathname}${next.search}`);
    follow();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what follows is the same for as long as the router stands
  useLayoutEffect(() => {
    addEventListener('popstate', follow);
    // A link of the written page may have been tapped while the app was taking it over.
    const now = placeOfAddress();
    if (now.pathname !== place.pathname || now.search !== place.search) follow();
    return () => removeEventListener('popstate', follow);
  }, []);
  return <RoutingContext value={{ place, navigate, mark: '#' }}>{children}</RoutingContext>;
}

/** One place that is never left: for a page that is written before anybody visits it. */
export function StillRouter({ at, children }: { at: string; children: ReactNode }) {
  const place = placeOf(at, { state: null, key: 'default' });
  return <RoutingContext value={{ place, navigate: () => undefined, mark: '#' }}>{children}</RoutingContext>;
}

/** A history of its own beside the browser's, for tests; its last entry is where it begins. */
export function MemoryRouter({ initialEntries = ['/'], children }: { initialEntries?: string[]; children: ReactNode }) {
  const [trail, setTrail] = useState(() => ({
    places: initialEntries.map((entry) => placeOf(entry, { state: null, key: 'default' })),
    at: initialEntries.length - 1,
  }));
  const place = trail.places[trail.at] as Place;
  const navigate: NavigateFunction = (to, options = {}) =>
    setTrail(({ places, at }) => {
      if (typeof to === 'number') return { places, at: Math.min(Math.max(at + to, 0), places.length - 1) };
      const here = options.replace ? at : at + 1;
      return { places: [...places.slice(0, here), nextPlace(to, places[at] as Place, options)], at: here };
    });
  return <RoutingContext value={{ place, navigate, mark: '' }}>{children}</RoutingContext>;
}

type RouteProps = { path: string; element: ReactNode };

/** One of {@link Routes}: `*` is any path, `:name` any one part of it. */
export function Route(_: RouteProps): ReactNode {
  throw new Error('A Route stands in Routes');
}

/** The first of its routes whose path is the place's. */
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

/** The values of a path's `:names` when it is the route's; null when it is another. */
export function matchPath(route: string, pathname: string): Record<string, string> | null {
  if (route === '*') return {};
  const wanted = route.split('/');
  const parts = pathname.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const name = wanted[at] ?? '';
    if (name.startsWith(':')) params[name.slice(1)] = decode(part);
    else if (name !== part) return null;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // An address that somebody cut short names nothing we have: the screen says so.
    return part;
  }
}

/** Goes there as soon as it is shown. */
export function Navigate({ to, replace }: { to: string; replace?: boolean }): ReactNode {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going there once for each place named
  useEffect(() => navigate(to, { replace }), [to, replace]);
  return null;
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string; replace?: boolean };

/** A link within the app; opened in another tab it is that tab's address. */
export function Link({ to, replace, onClick, ...rest }: LinkProps) {
  const { place, navigate, mark } = useRouting();
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isElsewhere = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || isElsewhere || (rest.target && rest.target !== '_self')) return;
    event.preventDefault();
    // A link to where one stands makes no second entry.
    navigate(to, { replace: replace || to === place.pathname + place.search });
  };
  return <a {...rest} href={mark + to} onClick={go} />;
}
