import { shellTexts } from '../texts/shell.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type KeyBinding, useKeyList, useSingleKeys } from '../ui/keys.tsx';
import style from './shell.module.css';

/** List of the keys of this screen, and the switch for single keys. */
export function KeyList({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const bindings = useKeyList();
  const [isOn, setOn] = useSingleKeys();

  return (
    <Dialog title={shellTexts.keyList} isOpen={isOpen} onClose={onClose} wide={560}>
      <label className={style.check}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
        {shellTexts.singleKeys}
        <small>{shellTexts.singleKeysWhy}</small>
      </label>
      <Keys
        title={shellTexts.keyHere}
        bindings={once(bindings).filter(({ isEverywhere }) => !isEverywhere)}
      />
      <Keys
        title={shellTexts.keyEverywhere}
        bindings={once(bindings).filter(({ isEverywhere }) => isEverywhere)}
      />
    </Dialog>
  );
}

function Keys({
  title,
  bindings,
}: {
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
}) {
  if (bindings.length === 0) return null;

  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className={style.keyList}>
        {bindings.map(({ keys, text }) => (
          <div key={keys}>
            <dt>{text}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key.replace('mod+', 'Ctrl ').toUpperCase()}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** If several bindings have the same key, the last one wins. */
function once(bindings: readonly KeyBinding[]): readonly KeyBinding[] {
  return [...new Map(bindings.map((binding) => [binding.keys, binding])).values()];
}
