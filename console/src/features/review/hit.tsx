import type { ReviewCase, ReviewHit } from '@noren/contract/staff/review';
import { formatDay, isBusinessDay } from '@noren/core/money/time';
import { reviewTexts } from '../../texts/review.ts';
import { Badge } from '../../ui/badge.tsx';
import { Columns, KeyValues, Panel } from '../../ui/layout.tsx';
import style from './review.module.css';

/** A part that agrees speaks for the hit, so it is nothing good. */
const TONES = { same: 'soon', alike: 'soon', initial: 'soon', none: 'plain' } as const;

/** A borrower beside the listed person they may be: parts of the names, births, other names. */
export function Hit({ reviewCase: { hit } }: { readonly reviewCase: ReviewCase }) {
  if (hit === null) return null;

  return (
    <>
      <Columns least={280}>
        <Panel title={reviewTexts.hitPerson}>
          <KeyValues
            rows={[
              [reviewTexts.fields.name, hit.name],
              [reviewTexts.fields.birthDay, dayText(hit.birthDay)],
            ]}
          />
        </Panel>
        <Panel title={reviewTexts.hitEntry}>
          <KeyValues
            rows={[
              [reviewTexts.hitList, reviewTexts.hitLists[hit.list]],
              [reviewTexts.hitListDay, dayText(hit.listDay)],
              [reviewTexts.hitEntryId, hit.entryId],
              [reviewTexts.hitBirths, hit.listedBirths.map(birthText).join('; ')],
              [reviewTexts.hitScore, reviewTexts.percent(hit.score)],
            ]}
          />
        </Panel>
      </Columns>
      <Columns least={280}>
        <NameParts parts={hit.parts} />
        <Panel title={reviewTexts.hitNames}>
          <KeyValues
            rows={hit.listedNames.map(({ text, quality }, at) => [
              at === 0 ? reviewTexts.hitQualities.primary : reviewTexts.hitQualities[quality],
              text,
            ])}
          />
        </Panel>
      </Columns>
    </>
  );
}

function NameParts({ parts }: Pick<ReviewHit, 'parts'>) {
  return (
    <Panel title={reviewTexts.hitParts} isFlush>
      <table className={style.parts} aria-label={reviewTexts.hitParts}>
        <thead>
          <tr>
            <th scope="col">{reviewTexts.hitOwn}</th>
            <th scope="col">{reviewTexts.hitListed}</th>
            <th scope="col">{reviewTexts.hitMatch}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ own, listed, match }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may have a part twice
            <tr key={at}>
              <td>{own}</td>
              <td>{listed}</td>
              <td>
                <Badge tone={TONES[match]}>{reviewTexts.hitMatches[match]}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

const dayText = (day: string): string => (isBusinessDay(day) ? formatDay(day) : day);

function birthText({ from, to, isAbout, day }: ReviewHit['listedBirths'][number]): string {
  if (day !== null) return dayText(day);

  const years = from === to ? String(from) : `${from}–${to}`;
  return isAbout ? reviewTexts.hitAbout(years) : years;
}
