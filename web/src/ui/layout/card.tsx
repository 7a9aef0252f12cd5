import type { ReactNode } from 'react';
import { Link } from '../routing/router.tsx';
import style from './card.module.css';
import { Icon } from './icon.tsx';

/** A card. With `rows`, lines separate its Rows. */
export function Card({
  children,
  rows = false,
  label,
}: {
  children: ReactNode;
  rows?: boolean;
  label?: string;
}) {
  return (
    <section aria-label={label} className={rows ? `${style.card} ${style.rows}` : style.card}>
      {children}
    </section>
  );
}

type RowProps = { label: ReactNode; value: ReactNode; strong?: boolean };
/** An icon at the start of the row. */
type WithIcon = { icon?: ReactNode };

/** A label and its value, for a `Card rows`; each note is a line below them. */
export function Row({
  icon,
  label,
  value,
  strong = false,
  notes = [],
}: RowProps & WithIcon & { notes?: readonly string[] }) {
  return (
    <div className={`${style.row} ${strong ? style.strong : ''}`}>
      {icon && <span className={style.icon}>{icon}</span>}
      <span className={style.label}>{label}</span>
      <span className={style.value}>{value}</span>
      {notes.map((note) => (
        <span key={note} className={style.under}>
          {note}
        </span>
      ))}
    </div>
  );
}

type Fact = { id: string; label: ReactNode; value: ReactNode };

/** A card of labels and values only, read as pairs by screen readers. */
export function FactCard({ facts, label }: { facts: readonly Fact[]; label?: string }) {
  return (
    <section aria-label={label} className={`${style.card} ${style.facts}`}>
      <dl className={style.rows}>
        {facts.map((fact) => (
          <div key={fact.id} className={`${style.row} ${style.strong}`}>
            <dt className={style.label}>{fact.label}</dt>
            <dd className={style.value}>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A Row that emphasises its value. */
export function AmountRow({ label, value }: Omit<RowProps, 'strong'>) {
  return (
    <div className={`${style.row} ${style.amount}`}>
      <span className={style.label}>{label}</span>
      <span className={style.value}>{value}</span>
    </div>
  );
}

/** A Row that opens the details of its value; its label is underlined. */
export function RowButton({
  label,
  value,
  strong = false,
  onClick,
}: RowProps & { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`${style.row} ${style.press} ${strong ? style.strong : ''}`}
      onClick={onClick}
    >
      <span className={style.label}>
        <span className={style.question}>{label}</span>
      </span>{' '}
      <span className={style.value}>{value}</span>
    </button>
  );
}

type RowLinkProps = WithIcon & { label: ReactNode; note?: ReactNode; aside?: ReactNode } & (
    | { to: string; onClick?: never; href?: never; opensNothing?: never }
    /** `opensNothing`: a tap acts at once, so that there is no arrow. */
    | { to?: never; onClick: () => void; href?: never; opensNothing?: boolean }
    /** Of another app or site. */
    | { to?: never; onClick?: never; href: string; opensNothing?: never }
  );

/** A row that opens something, with an arrow, or acts: a link or a button. */
export function RowLink({
  icon,
  label,
  note,
  aside,
  to,
  href,
  onClick,
  opensNothing = false,
}: RowLinkProps) {
  const inside = (
    <>
      {icon && <span className={style.icon}>{icon}</span>}
      <span className={style.words}>
        <span className={style.name}>{label}</span>
        {note && <span className={style.note}>{note}</span>}
      </span>
      {aside && <span className={style.aside}>{aside}</span>}
      {!opensNothing && <Icon name="chevron" size={18} />}
    </>
  );

  if (to !== undefined) {
    return (
      <Link to={to} className={style.link}>
        {inside}
      </Link>
    );
  }

  if (href !== undefined) {
    return (
      <a href={href} className={style.link}>
        {inside}
      </a>
    );
  }

  return (
    <button type="button" onClick={onClick} className={style.link}>
      {inside}
    </button>
  );
}
