import { useT } from '../../i18n/index.ts';
import { Icon } from '../layout/icon.tsx';
import style from '../layout/row.module.css';
import { toast } from '../overlay/toast.tsx';

type Props = {
  label: string;
  value: string;
  /** The displayed form, if it differs from `value` (e.g. grouped digits). */
  shown?: string;
};

/** A value that a tap copies; for a `Card rows`. */
export function CopyRow({ label, value, shown = value }: Props) {
  const t = useT();

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast(t('ui.copied'));
    } catch (cause) {
      // Specification §8: a clipboard failure is ignored; the value is readable on the screen.
      console.info('Nothing was copied', (cause as Error).name);
    }
  };

  return (
    <button type="button" className={style.row} onClick={() => void copy()}>
      <span className={style.words}>
        <span className={style.label}>{label}</span>
        <b className={style.value}>{shown}</b>
      </span>
      <Icon name="copy" size={20} />
      <span className="visually-hidden">{t('ui.copy')}</span>
    </button>
  );
}
