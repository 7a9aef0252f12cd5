import { Rich } from '../../i18n/rich.tsx';
import style from './login.module.css';

/** The number that the code was sent to, and a way to another. */
export function SentTo({ phone, onChange }: { phone: string; onChange: () => void }) {
  return (
    <Rich
      id="login.sent_to"
      values={{ phone: `+91 ${phone}` }}
      parts={{
        phone: (text) => <b className={style.phone}>{text}</b>,
        change: (text) => (
          <button type="button" className={style.change} onClick={onChange}>
            {text}
          </button>
        ),
      }}
    />
  );
}

/** Ten digits in two groups. */
export function spacePhone(phone: string): string {
  return `${phone.slice(0, 5)} ${phone.slice(5)}`;
}
