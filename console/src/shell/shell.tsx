import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { browserNow } from '../api/clock.ts';
import { useMay, useSignedIn } from '../api/session.tsx';
import { shellTexts } from '../texts/shell.ts';
import { ClockProvider } from '../ui/clock.tsx';
import { type KeyBinding, useKeys } from '../ui/keys.tsx';
import { Page } from '../ui/layout.tsx';
import { Loading } from '../ui/states.tsx';
import { KeyList } from './key-list.tsx';
import { Navigation } from './navigation.tsx';
import { filterFolders, NAVIGATION, type ScreenFolder } from './screen.ts';
import { NotFound, ScreenGuard } from './screen-guard.tsx';
import { SessionEnd } from './session-end.tsx';
import style from './shell.module.css';
import { TopBar } from './top-bar.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** The frame around every screen after sign-in. */
export function Shell({ folders }: { readonly folders: readonly ScreenFolder[] }) {
  const { clockOffsetMs, isSandbox } = useSignedIn();
  const may = useMay();
  const [path, navigate] = useLocation();
  const [overlay, setOverlay] = useState<'palette' | 'keys' | 'navigation' | null>(null);

  const visibleFolders = filterFolders(folders, may, isSandbox);
  const clock = useCallback(() => browserNow() + clockOffsetMs, [clockOffsetMs]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the overlay
  useEffect(() => setOverlay(null), [path]);
  useKeys(listGlobalKeys(visibleFolders, navigate, setOverlay));

  const close = (): void => setOverlay(null);

  return (
    <ClockProvider now={clock}>
      <a className={style.skip} href="#screen">
        {shellTexts.skip}
      </a>
      <div className={style.frame}>
        <Navigation
          folders={visibleFolders}
          isOpen={overlay === 'navigation'}
          onShowKeys={() => setOverlay('keys')}
        />
        <div className={style.main}>
          <TopBar
            onFind={() => setOverlay('palette')}
            onShowKeys={() => setOverlay('keys')}
            onShowNavigation={() => setOverlay(overlay === 'navigation' ? null : 'navigation')}
          />
          <main id="screen" tabIndex={-1}>
            <ScreenGuard key={path}>
              <Suspense fallback={<Loading lines={8} />}>
                <Screens folders={visibleFolders} />
              </Suspense>
            </ScreenGuard>
          </main>
        </div>
      </div>
      {overlay === 'palette' && (
        <Suspense>
          <Palette folders={visibleFolders} onClose={close} />
        </Suspense>
      )}
      <KeyList isOpen={overlay === 'keys'} onClose={close} />
      <SessionEnd />
    </ClockProvider>
  );
}

function Screens({ folders }: { readonly folders: readonly ScreenFolder[] }) {
  const start = pickFirstFolder(folders);

  return (
    <Switch>
      {folders.flatMap(({ routes }) =>
        routes.map(({ path, Screen }) => (
          <Route key={path} path={path}>
            <Screen />
          </Route>
        )),
      )}
      <Route path="/">
        {start === undefined ? <NoScreens /> : <Redirect to={start.address} replace />}
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

function NoScreens() {
  return (
    <Page title={shellTexts.noScreens}>
      <p>{shellTexts.noScreensWhy}</p>
    </Page>
  );
}

/** The first folder of the navigation that the reader's roles allow. */
function pickFirstFolder(folders: readonly ScreenFolder[]): ScreenFolder | undefined {
  const ids = NAVIGATION.flatMap(([, group]) => group);
  return ids.flatMap((id) => folders.find((folder) => folder.id === id) ?? [])[0];
}

function listGlobalKeys(
  folders: readonly ScreenFolder[],
  navigate: (address: string) => void,
  open: (what: 'palette' | 'keys') => void,
): readonly KeyBinding[] {
  const screens = folders.flatMap(({ id, key, address }) =>
    id && key
      ? [
          {
            keys: `g ${key}`,
            text: shellTexts.go(shellTexts.screens[id]),
            run: () => navigate(address),
            isEverywhere: true,
          },
        ]
      : [],
  );

  return [
    { keys: '/', text: shellTexts.openPalette, run: () => open('palette'), isEverywhere: true },
    { keys: 'mod+k', text: shellTexts.openPalette, run: () => open('palette'), isEverywhere: true },
    { keys: '?', text: shellTexts.openKeys, run: () => open('keys'), isEverywhere: true },
    ...screens,
  ];
}
