import { Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { shellTexts } from '../texts/shell.ts';
import { Icon } from '../ui/icon.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { NAVIGATION, type ScreenFolder } from './screen.ts';
import style from './shell.module.css';

interface NavigationProps {
  readonly folders: readonly ScreenFolder[];
  /** In a narrow window a button opens it. */
  readonly isOpen: boolean;
  readonly onShowKeys: () => void;
}

/** Navigation with the screens that the reader's roles open. */
export function Navigation({ folders, isOpen, onShowKeys }: NavigationProps) {
  const [path] = useLocation();

  return (
    <nav className={style.side} aria-label={shellTexts.navigation} data-open={isOpen || undefined}>
      <Brand />
      <div>
        {NAVIGATION.map(([group, ids]) => {
          const screens = ids.flatMap((id) => folders.find((folder) => folder.id === id) ?? []);
          if (screens.length === 0) return null;

          return (
            <div key={group}>
              <h2 className={style.group} id={`group-${group}`}>
                {shellTexts.groups[group]}
              </h2>
              <ul aria-labelledby={`group-${group}`}>
                {screens.map(({ id, address, Count }) => (
                  <li key={id}>
                    <Link to={address} aria-current={isBelow(path, address) ? 'page' : undefined}>
                      <Icon name={id!} />
                      {shellTexts.screens[id!]}
                      {Count && (
                        <Suspense>
                          <small>
                            <Count />
                          </small>
                        </Suspense>
                      )}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      <AccountMenu onShowKeys={onShowKeys} />
    </nav>
  );
}

function isBelow(path: string, address: string): boolean {
  return path === address || path.startsWith(`${address}/`);
}
