import { shellTexts } from '../texts/shell.ts';
import style from './shell.module.css';

const CLOTHS = [0, 11.75, 23.5, 35.25] as const;

/** The mark: four cloths of a noren on a rod, with the rupee sign. */
export function Brand() {
  return (
    <div className={style.brand}>
      <svg width="46" height="40" viewBox="0 0 46 40" aria-hidden="true">
        <g fill="var(--cloth)">
          {CLOTHS.map((x) => (
            <path
              key={x}
              d={`M${x} 6h10.75v29a2 2 0 0 1-2 2H${x + 2}a2 2 0 0 1-2-2zM${x + 1.75} 1h2.5v6h-2.5zM${x + 6.5} 1h2.5v6h-2.5z`}
            />
          ))}
        </g>
        <circle cx="23" cy="21" r="9" fill="var(--cloth)" stroke="var(--cream)" strokeWidth="1.5" />
        <path
          d="M19.5 17h7M19.5 20h7M19.5 17h2c3.6 0 3.6 5.5 0 5.5h-2l4.5 4"
          fill="none"
          stroke="var(--cream)"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <p>
        {shellTexts.lender}
        <small>{shellTexts.console}</small>
      </p>
    </div>
  );
}
