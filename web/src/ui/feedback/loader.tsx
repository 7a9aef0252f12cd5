import { useT } from '../../i18n/index.ts';
import style from './loader.module.css';

/** The whole screen waits; `text` says for what. It shows after a moment only, so that quick loads do not flash: one written into the page shows at once. */
export function Loader({ text }: { text?: string }) {
  const t = useT();
  return (
    <div className={import.meta.env.SSR ? `${style.loader} ${style.written}` : style.loader} role="status">
      <span className={style.cloths} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <p>{text ?? t('ui.loading')}</p>
    </div>
  );
}
