import type { ReviewCase, ReviewField } from '@noren/contract/staff/review';
import { businessDay, formatDay } from '@noren/core/money/time';
import { reviewTexts } from '../../texts/review.ts';
import { alignLetters } from '../../ui/align-letters.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/layout.tsx';
import { Hidden } from '../../ui/states.tsx';
import { Confidence } from './confidence.tsx';
import style from './review.module.css';

type Reading = ReviewField['reads'][number];

/** What was typed beside what each card shows, those that differ marked. */
export function ComparedFields({ of }: { readonly of: ReviewCase }) {
  const reads = of.fields.flatMap((field) => field.reads);
  const differing = reads.filter(({ agrees }) => !agrees).length;

  return (
    <Panel
      title={reviewTexts.compared}
      about={reviewTexts.differing(differing, reads.length)}
      isFlush
    >
      <table className={style.compared}>
        <thead>
          <tr>
            <th scope="col">{reviewTexts.field}</th>
            <th scope="col">{reviewTexts.typed}</th>
            <th scope="col">{reviewTexts.read}</th>
            <th scope="col">{reviewTexts.on}</th>
          </tr>
        </thead>
        {of.fields.map((field) => (
          <tbody key={field.field}>
            {field.reads.map((read, index) => (
              <tr key={read.document} data-agrees={read.agrees ? 'yes' : 'no'}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={field.reads.length}>
                    {reviewTexts.fields[field.field]}
                  </th>
                )}
                <td>
                  <FieldValue
                    field={field.field}
                    value={field.confirmed}
                    other={read.value}
                    agrees={read.agrees}
                  />
                </td>
                <td>
                  <ReadValue field={field} read={read} />
                </td>
                <td>
                  <CardRead of={of} read={read} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Panel>
  );
}

function ReadValue({ field, read }: { readonly field: ReviewField; readonly read: Reading }) {
  const { value, agrees, isUncertain } = read;
  const words = [
    value === null ? reviewTexts.nothingRead : agrees ? reviewTexts.agrees : reviewTexts.differs,
    ...(value !== null && isUncertain ? [reviewTexts.uncertain] : []),
  ].join(', ');

  return (
    <span className={style.read}>
      <Icon name={agrees ? 'tick' : 'late'} size={12} />
      <span>
        {value !== null && (
          <FieldValue field={field.field} value={value} other={field.confirmed} agrees={agrees} />
        )}{' '}
        {agrees && !isUncertain ? <Hidden>{words}</Hidden> : <small>{words}</small>}
      </span>
    </span>
  );
}

/** The card, and how sure it was read. */
function CardRead({ of, read }: { readonly of: ReviewCase; readonly read: Reading }) {
  const card = of.documents.find(({ type }) => type === read.document);
  return (
    <span className={style.card}>
      {reviewTexts.cards[read.document]}
      {card && <Confidence percent={card.isRead ? card.confidence : null} />}
    </span>
  );
}

interface FieldValueProps {
  readonly field: ReviewField['field'];
  readonly value: string;
  readonly other: string | null;
  readonly agrees: boolean;
}

/** A value; the letters that differ from the other value are marked. */
function FieldValue({ field, value, other, agrees }: FieldValueProps) {
  const write = (text: string): string =>
    field === 'birthDay' ? formatDay(businessDay(text)) : text;
  if (agrees || other === null) return write(value);

  return alignLetters(write(value), write(other)).map(([letter, against], at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a letter is identified only by its position
    letter === against ? letter : <mark key={at}>{letter}</mark>,
  );
}
