import type { ReviewCase, ReviewHit } from '@noren/contract/staff/review';
import { formatDay, isBusinessDay } from '@noren/core/money/time';
import { reviewTexts } from '../../texts/review.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Columns, KeyValues, Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';

type Part = ReviewHit['parts'][number] & { readonly at: number };

const TONES = { same: 'good', alike: 'soon', initial: 'soon', none: 'plain' } as const;

const PARTS: readonly Column<Part>[] = [
  { id: 'own', header: reviewTexts.hitOwn, isName: true, cell: ({ own }) => own ?? '' },
  { id: 'listed', header: reviewTexts.hitListed, isName: true, cell: ({ listed }) => listed ?? '' },
  {
    id: 'match',
    header: reviewTexts.hitMatch,
    cell: ({ match }) => <Badge tone={TONES[match]}>{reviewTexts.hitMatches[match]}</Badge>,
  },
];

/** A borrower beside the listed person they may be: parts of the names, births, other names. */
export function Hit({ of: { hit } }: { readonly of: ReviewCase }) {
  if (hit === null) return null;

  const parts = hit.parts.map((part, at) => ({ ...part, at }));
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
      <Panel title={reviewTexts.hitParts} isFlush>
        <DataTable
          label={reviewTexts.hitParts}
          columns={PARTS}
          rows={{ data: parts, error: null, recordExport: null, refetch: () => undefined }}
          toId={({ at }) => String(at)}
          empty={reviewTexts.nothing}
        />
      </Panel>
      <Panel title={reviewTexts.hitNames}>
        <KeyValues
          rows={hit.listedNames.map(({ text, quality }, at) => [
            at === 0 ? reviewTexts.hitQualities.primary : reviewTexts.hitQualities[quality],
            text,
          ])}
        />
      </Panel>
    </>
  );
}

const dayText = (day: string): string => (isBusinessDay(day) ? formatDay(day) : day);

function birthText({ from, to, isAbout, day }: ReviewHit['listedBirths'][number]): string {
  if (day !== null) return dayText(day);

  const years = from === to ? String(from) : `${from}–${to}`;
  return isAbout ? reviewTexts.hitAbout(years) : years;
}
