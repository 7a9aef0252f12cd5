import { useT } from '../../i18n/index.ts';
import { Icon } from '../layout/icon.tsx';
import style from '../layout/row.module.css';
import { toast } from '../overlay/toast.tsx';

type Props = {
  label: string;
  value: string;
  /** The text to show, if it differs from `value` (for example grouped digits). */
  displayText?: string;
};

/** A row of a `Card rows`; a tap copies its value. */
export function CopyRow({ label, value, displayText = value }: Props) {
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
        <b className={style.value}>{displayText}</b>
      </span>
      <Icon name="copy" size={20} />
      <span className="visually-hidden">{t('ui.copy')}</span>
    </button>
  );
}
