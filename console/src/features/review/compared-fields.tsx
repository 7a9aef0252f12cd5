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

/** A table of each typed value beside what each card shows; differences are marked. */
export function ComparedFields({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  const readings = reviewCase.fields.flatMap((field) => field.reads);
  const differenceCount = readings.filter(({ agrees }) => !agrees).length;

  return (
    <Panel
      title={reviewTexts.compared}
      about={reviewTexts.differing(differenceCount, readings.length)}
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
        {reviewCase.fields.map((field) => (
          <FieldRows key={field.field} reviewCase={reviewCase} field={field} />
        ))}
      </table>
    </Panel>
  );
}

interface FieldRowsProps {
  readonly reviewCase: ReviewCase;
  readonly field: ReviewField;
}

/** A row for each card that shows the field. */
function FieldRows({ reviewCase, field }: FieldRowsProps) {
  return (
    <tbody>
      {field.reads.map((reading, index) => (
        <tr key={reading.document} data-agrees={reading.agrees ? 'yes' : 'no'}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={field.reads.length}>
              {reviewTexts.fields[field.field]}
            </th>
          )}
          <td>
            <FieldValue
              field={field.field}
              value={field.confirmed}
              other={reading.value}
              agrees={reading.agrees}
            />
          </td>
          <td>
            <ReadValue field={field} reading={reading} />
          </td>
          <td>
            <CardRead reviewCase={reviewCase} reading={reading} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

function ReadValue({ field, reading }: { readonly field: ReviewField; readonly reading: Reading }) {
  const { value, agrees, isUncertain } = reading;
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
function CardRead({
  reviewCase,
  reading,
}: {
  readonly reviewCase: ReviewCase;
  readonly reading: Reading;
}) {
  const card = reviewCase.documents.find(({ type }) => type === reading.document);

  return (
    <span className={style.card}>
      {reviewTexts.cards[reading.document]}
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
  const format = (text: string): string =>
    field === 'birthDay' ? formatDay(businessDay(text)) : text;
  if (agrees || other === null) return format(value);

  return alignLetters(format(value), format(other)).map(([letter, otherLetter], index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a letter is identified only by its position
    letter === otherLetter ? letter : <mark key={index}>{letter}</mark>,
  );
}
