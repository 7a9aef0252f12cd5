import type { AnswerOf } from '@noren/contract/call';
import type { readingDetail } from '@noren/contract/certification';
import { type TextId, useT } from '../../i18n/index.ts';
import { focusField } from '../../ui/form/error-summary.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import style from './confirm-checks.module.css';
import type { Identity } from './identity-rules.ts';

/** A field to check: it was read with low confidence, or (`isRead` false) not at all. */
export type Check = { field: keyof Identity; isRead: boolean };

const LABELS = {
  name: 'certification.name',
  pan: 'certification.pan',
  birthDay: 'certification.birthday',
  aadhaar: 'certification.aadhaar',
} as const satisfies Record<keyof Identity, TextId>;

/**
 * The fields to check before confirming, in the page's order. Fields that were saved by an earlier
 * confirmation are not listed again.
 * @param mustTypeAadhaar the user has to type the Aadhaar number, because no card gave it
 */
export function listFieldsToCheck(
  { fields, isSaved, uncertain }: AnswerOf<typeof readingDetail>,
  mustTypeAadhaar: boolean,
): Check[] {
  const checks = (['name', 'pan', 'birthDay'] as const).flatMap((field) => {
    const isRead = fields[field] !== undefined;
    return !isSaved && (!isRead || uncertain.includes(field)) ? [{ field, isRead }] : [];
  });
  const isUncertain = !isSaved && uncertain.includes('aadhaar');

  return mustTypeAadhaar || isUncertain
    ? [...checks, { field: 'aadhaar', isRead: !mustTypeAadhaar }]
    : checks;
}

/** Lists the fields to check, each a link to its field. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const t = useT();
  if (checks.length === 0) return null;

  return (
    <section className={style.checks} aria-labelledby="checks-title">
      <h2 id="checks-title">
        <Icon name="eye" /> {t('certification.check_count', { count: checks.length })}
      </h2>
      <ul>
        {checks.map(({ field, isRead }) => (
          <li key={field}>
            <button type="button" className={style.link} onClick={() => focusField(field)}>
              {t(LABELS[field])}
            </button>{' '}
            <span>{t(isRead ? 'certification.read_badly' : 'certification.not_read')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Marks the label of a field to check. */
export function CheckMark() {
  const t = useT();
  return (
    <span className={style.mark}>
      <Icon name="eye" size={16} /> {t('certification.unsure')}
    </span>
  );
}
