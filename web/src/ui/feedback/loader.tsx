import { useT } from '../../i18n/index.ts';
import style from './loader.module.css';

/**
 * A full-screen loader; `text` names what is loading. It appears after a delay, so that quick loads
 * do not flash; one in the served HTML appears at once.
 */
export function Loader({ text }: { text?: string }) {
  const t = useT();

  return (
    <div
      className={import.meta.env.SSR ? `${style.loader} ${style.written}` : style.loader}
      role="status"
    >
      <span className={style.cloths} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <p>{text ?? t('ui.loading')}</p>
    </div>
  );
}
