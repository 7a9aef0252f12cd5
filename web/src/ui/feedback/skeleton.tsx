import { useT } from '../../i18n/index.ts';
import style from './skeleton.module.css';

/** A loading placeholder: grey lines, or one block of `height` rem. */
export function Skeleton({ lines = 3, height }: { lines?: number; height?: number }) {
  const t = useT();

  return (
    <div className={style.skeleton} role="status">
      <span className="visually-hidden">{t('ui.loading')}</span>
      {height ? (
        <i style={{ height: `${height}rem` }} />
      ) : (
        Array.from({ length: lines }, (_, line) => line).map((line) => (
          <i key={line} className={style.line} />
        ))
      )}
    </div>
  );
}
