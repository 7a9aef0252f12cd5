import { Command } from 'cmdk';
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { shellTexts } from '../texts/shell.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { useSignOut } from './account-menu.tsx';
import type { ScreenFolder } from './screen.ts';
import style from './shell.module.css';

interface PaletteProps {
  readonly folders: readonly ScreenFolder[];
  readonly onClose: () => void;
}

/** Opens a screen by name; features add their own results. */
export function Palette({ folders, onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const [, navigate] = useLocation();
  const signOut = useSignOut();

  const go = (address: string): void => {
    onClose();
    navigate(address);
  };

  return (
    <Dialog title={shellTexts.palette} isOpen onClose={onClose} wide={560}>
      <Command className={style.palette ?? ''} label={shellTexts.palette} loop>
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder={shellTexts.paletteField}
          aria-label={shellTexts.paletteField}
          autoFocus
        />
        <Command.List label={shellTexts.palette}>
          <Command.Empty>{shellTexts.paletteEmpty}</Command.Empty>
          {text.trim().length > 1 && (
            <Suspense>
              {folders.map(
                ({ address, Found }) =>
                  Found && <Found key={address} text={text.trim()} onGo={go} />,
              )}
            </Suspense>
          )}
          <Screens folders={folders} onGo={go} />
          <Command.Group heading={shellTexts.paletteActs}>
            <Command.Item value={shellTexts.access} onSelect={() => go('/access')}>
              <Icon name="key" />
              {shellTexts.access}
            </Command.Item>
            <Command.Item value={shellTexts.signOut} onSelect={signOut}>
              <Icon name="out" />
              {shellTexts.signOut}
            </Command.Item>
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}

interface ScreensProps {
  readonly folders: readonly ScreenFolder[];
  readonly onGo: (address: string) => void;
}

/** The screens of the navigation, each with the keys that open it. */
function Screens({ folders, onGo }: ScreensProps) {
  if (!folders.some(({ id }) => id)) return null;

  return (
    <Command.Group heading={shellTexts.paletteScreens}>
      {folders.map(
        ({ id, address, key }) =>
          id && (
            <Command.Item key={id} value={shellTexts.screens[id]} onSelect={() => onGo(address)}>
              <Icon name={id} />
              {shellTexts.screens[id]}
              {key && <kbd>{`G ${key.toUpperCase()}`}</kbd>}
            </Command.Item>
          ),
      )}
    </Command.Group>
  );
}
