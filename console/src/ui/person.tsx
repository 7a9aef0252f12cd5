import style from './figures.module.css';

interface PersonProps {
  /** Null before the identity is saved. */
  readonly maskedName: string | null;
  readonly maskedPhone: string;
}

/** A borrower as staff may see one: the masked name, then the end of the phone. */
export function Person({ maskedName, maskedPhone }: PersonProps) {
  return (
    <span className={style.person}>
      {maskedName !== null && <>{maskedName} </>}
      <span className={style.phone}>{maskedPhone}</span>
    </span>
  );
}
