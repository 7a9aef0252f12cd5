import type { ReviewField } from '@noren/contract/staff/review';
import { businessDay, formatDay } from '@noren/core/money/time';
import { reviewTexts } from '../../texts/review.ts';
import { RadioList } from '../../ui/fields.tsx';

type Source = ReviewField['sources'][number];
/** The value that stands for each field on which what was typed and the cards differ. */
export type Stands = Partial<Record<ReviewField['field'], Source>>;

interface DifferingField extends ReviewField {
  readonly sources: [Source, ...Source[]];
}

function hasSources(field: ReviewField): field is DifferingField {
  return field.sources.length > 0;
}

/** The fields for which the reviewer chooses a value before approving. */
export const differing = (fields: readonly ReviewField[]): DifferingField[] =>
  fields.filter(hasSources);

/** A field with one possible value starts with it; the reviewer sees and confirms it. */
export function startingChoices(fields: readonly ReviewField[]): Stands {
  const single = differing(fields).filter(({ sources }) => sources.length === 1);
  return Object.fromEntries(single.map(({ field, sources: [only] }) => [field, only]));
}

/** The value of a field as it was typed, as a card shows it, or as its issuer signed it. */
function valueFrom({ field, confirmed, reads }: ReviewField, source: Source): string {
  const value =
    source === 'typed'
      ? confirmed
      : (reads.find(({ document }) => document === source)?.value ?? '');

  return field === 'birthDay' ? formatDay(businessDay(value)) : value;
}

function nameSource(source: Source): string {
  if (source === 'typed') return reviewTexts.asTyped;
  return source === 'signed'
    ? reviewTexts.asSigned
    : reviewTexts.asOn(reviewTexts.documents[source]);
}

interface ValueChoicesProps {
  readonly fields: readonly ReviewField[];
  readonly stands: Stands;
  readonly onChange: (stands: Stands) => void;
  /** Whether a field without a choice says that it needs one. */
  readonly isMissingShown: boolean;
}

/** For each field that differs: which value stands, and what becomes of the other. */
export function ValueChoices({ fields, stands, onChange, isMissingShown }: ValueChoicesProps) {
  return differing(fields).map((one) => {
    const { field, sources } = one;
    const source = stands[field];
    const isMissing = isMissingShown && source === undefined;

    return (
      <div key={field}>
        <RadioList
          label={reviewTexts.whichStands(reviewTexts.fields[field])}
          {...(sources.includes('typed') ? {} : { hint: reviewTexts.numberStands })}
          name={`stands.${field}`}
          value={source ?? ''}
          onChange={(source) => onChange({ ...stands, [field]: source })}
          options={sources.map((id) => ({ id, text: valueFrom(one, id), about: nameSource(id) }))}
          problem={isMissing ? reviewTexts.chooseWhichStays : undefined}
        />
        {source && <p>{whatStands(one, source)}</p>}
      </div>
    );
  });
}

function whatStands(field: ReviewField, source: Source): string {
  const [stays, typed] = [valueFrom(field, source), valueFrom(field, 'typed')];
  return stays === typed ? reviewTexts.stays(stays) : reviewTexts.replaces(typed, stays);
}
