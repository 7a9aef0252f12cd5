import style from './progress.module.css';

type Props = { value: number; max: number; label: string };

/** A progress bar; `label` is its name for screen readers. */
export function ProgressBar({ value, max, label }: Props) {
  return (
    <div
      className={style.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <div
        className={style.done}
        style={{ width: `${max > 0 ? Math.min(100, (value / max) * 100) : 0}%` }}
      />
    </div>
  );
}
