import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

/** A key or a sequence: `j`, `g w`, `?`. `mod+k` means Ctrl, or Command on a Mac. */
export interface KeyBinding {
  readonly keys: string;
  readonly text: string;
  readonly run: () => void;
  /** Keys that are the same on every screen are listed separately. */
  readonly isEverywhere?: boolean;
}

interface KeyStore {
  readonly add: (bindings: readonly KeyBinding[]) => () => void;
  readonly list: () => readonly KeyBinding[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly press: (event: KeyboardEvent, areSingleKeysOn: boolean) => void;
}

/** Longest time between the two keys of a sequence. */
const SEQUENCE_MS = 1_500;
const STORED = 'noren-console-single-keys';
/** Stack of open layers: keys of the screen below a dialog are off. */
const DIALOG = '[role="dialog"], [role="alertdialog"], [role="menu"]';

const KeysContext = createContext<KeyStore | null>(null);

const SettingContext = createContext<readonly [isOn: boolean, set: (isOn: boolean) => void]>([
  true,
  () => undefined,
]);

export function KeysProvider({ children }: { readonly children: ReactNode }) {
  const store = useMemo(createKeyStore, []);
  const [isOn, setOn] = useState(() => localStorage.getItem(STORED) !== 'off');

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => store.press(event, isOn);
    window.addEventListener('keydown', onKey);

    return () => window.removeEventListener('keydown', onKey);
  }, [store, isOn]);

  const setting = useMemo(
    () =>
      [
        isOn,
        (next: boolean) => {
          localStorage.setItem(STORED, next ? 'on' : 'off');
          setOn(next);
        },
      ] as const,
    [isOn],
  );

  return (
    <KeysContext value={store}>
      <SettingContext value={setting}>{children}</SettingContext>
    </KeysContext>
  );
}

/** Whether single keys are on, and its setter (WCAG 2.1.4). */
export function useSingleKeys(): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  return use(SettingContext);
}

/** Binds keys while the component is mounted. Bindings may be new objects on each render. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const store = use(KeysContext);
  const latest = useRef(bindings);

  latest.current = bindings;

  const names = bindings.map(({ keys, text }) => `${keys}\n${text}`).join('\n\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is listed changes with the names alone
  useEffect(
    () =>
      store?.add(
        latest.current.map((binding, index) => ({
          ...binding,
          run: () => latest.current[index]?.run(),
        })),
      ),
    [store, names],
  );
}

/** All keys that work now. */
export function useKeyList(): readonly KeyBinding[] {
  const store = use(KeysContext);
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, store?.list ?? listNothing);
}

const NOTHING: readonly KeyBinding[] = [];
const listNothing = (): readonly KeyBinding[] => NOTHING;
const subscribeToNothing = () => () => undefined;

function createKeyStore(): KeyStore {
  const groups = new Set<readonly KeyBinding[]>();
  const listeners = new Set<() => void>();

  let all: readonly KeyBinding[] = [];
  let before = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const changed = (): void => {
    all = [...groups].flat();

    for (const listener of listeners) listener();
  };

  return {
    add: (bindings) => {
      groups.add(bindings);
      changed();

      return () => {
        groups.delete(bindings);
        changed();
      };
    },
    list: () => all,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    press: (event, areSingleKeysOn) => {
      const key = toKeyName(event);
      const isSingle = !key.startsWith('mod+');

      if (
        event.defaultPrevented ||
        key === '' ||
        (isSingle && (!areSingleKeysOn || isElsewhere(event)))
      )
        return;

      const typed = before === '' ? key : `${before} ${key}`;
      clearTimeout(timer);
      before = '';

      // The screen's own keys come last, and win.
      const binding =
        all.findLast(({ keys }) => keys === typed) ?? all.findLast(({ keys }) => keys === key);
      if (binding !== undefined) {
        event.preventDefault();
        return binding.run();
      }

      if (!all.some(({ keys }) => keys.startsWith(`${typed} `))) return;

      before = typed;
      timer = setTimeout(() => {
        before = '';
      }, SEQUENCE_MS);
    },
  };
}

function toKeyName(event: KeyboardEvent): string {
  if (event.altKey || event.isComposing) return '';

  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;

  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}

/** Whether the focus is in a field, dialog or menu. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  if (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, select, textarea'))
  )
    return true;

  return document.querySelector(DIALOG) !== null;
}
