import type { Tab } from '@noren/core/people/status';
import { useT } from '../../i18n/index.ts';
import { Link } from '../routing/router.tsx';
import { Icon, type IconName } from './icon.tsx';
import style from './tab-bar.module.css';

type Props = {
  /** The path of each tab for this user; the caller defines the rules. */
  hrefs: Record<Tab, string>;
  current?: Tab | undefined;
};

const TABS: { id: Tab; icon: IconName; text: 'ui.tab_home' | 'ui.tab_order' | 'ui.tab_user' }[] = [
  { id: 'home', icon: 'home', text: 'ui.tab_home' },
  { id: 'order', icon: 'order', text: 'ui.tab_order' },
  { id: 'profile', icon: 'person', text: 'ui.tab_user' },
];

/** Home, Order, My profile, at the bottom. */
export function TabBar({ hrefs, current }: Props) {
  const t = useT();

  return (
    <nav className={style.bar} aria-label={t('ui.main_parts')}>
      {TABS.map(({ id, icon, text }) => (
        <Link
          key={id}
          to={hrefs[id]}
          className={style.tab}
          aria-current={id === current ? 'page' : undefined}
        >
          <Icon name={icon} />
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}
