import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import button from './button.module.css';
import { Icon, type IconName } from './icon.tsx';
import style from './overlay.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly text: string;
  readonly icon?: IconName;
  /** Whether it is the selected option. */
  readonly isChosen?: boolean;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** Content and label of the button. */
  readonly children: ReactNode;
  /** Without a class it looks like any button. */
  readonly className?: string | undefined;
}

/** A button that opens a menu of actions. */
export function Menu({ label, entries, children, className }: MenuProps) {
  return (
    <MenuTrigger>
      <AriaButton className={className ?? button.button ?? ''}>{children}</AriaButton>
      <Popover placement="top start">
        <AriaMenu
          className={style.menu ?? ''}
          aria-label={label}
          onAction={(id) => entries.find((entry) => entry.id === id)?.run()}
        >
          {entries.map(({ id, text, icon, isChosen }) => (
            <MenuItem key={id} id={id} textValue={text}>
              {icon && <Icon name={icon} />}
              <span>{text}</span>
              {isChosen && <Icon name="tick" />}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
