import type { Scorecard } from '@noren/core/lending/scorecard';
import { cardTexts } from '../../texts/products.ts';
import { type CardPlace, toCardLines, withValue } from './card-places.ts';
import { CellInput } from './cell-input.tsx';
import style from './products.module.css';

interface CardTableProps {
  readonly card: Scorecard;
  /** If given, the scorecard can be edited. */
  readonly onChange?: (card: Scorecard) => void;
  /** Problems by place. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** A scorecard as a table: points of each fact's bands or choices, then cut-offs and limits. */
export function CardTable({ card, onChange, problems = {} }: CardTableProps) {
  const places = toCardLines(card);

  const cell = (place: CardPlace) =>
    onChange ? (
      <CellInput
        key={place.path}
        name={place.path}
        label={place.label}
        unit={place.unit}
        value={place.value}
        problem={problems[place.path]}
        onChange={(value) => onChange(withValue(card, place.path, value))}
      />
    ) : (
      place.text
    );

  return (
    <table className={style.table} aria-label={cardTexts.table}>
      <thead>
        <tr>
          <th scope="col">{cardTexts.row}</th>
          <th scope="col">{cardTexts.band}</th>
          <th scope="col" data-align="right">
            {cardTexts.points}
          </th>
        </tr>
      </thead>
      <tbody>
        {places.map(({ row, start, band, points }, at) => (
          <tr key={points.path}>
            {row !== places[at - 1]?.row && (
              <th scope="rowgroup" rowSpan={places.filter((line) => line.row === row).length}>
                {row}
              </th>
            )}
            <td>{onChange && start && start.value !== 0 ? cell(start) : band}</td>
            <td data-align="right">{cell(points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CardChangesProps {
  readonly before: Scorecard;
  readonly after: Scorecard;
}

/** Differences between two scorecards, place by place. */
export function CardChanges({ before, after }: CardChangesProps) {
  const all = (card: Scorecard) =>
    toCardLines(card).flatMap(({ start, points }) =>
      start && start.value !== 0 ? [start, points] : [points],
    );

  const was = new Map(all(before).map((place) => [place.path, place]));
  const changed = all(after).filter((place) => was.get(place.path)?.value !== place.value);
  if (changed.length === 0) return <p>{cardTexts.noChanges}</p>;

  return (
    <table className={style.table} aria-label={cardTexts.changes}>
      <thead>
        <tr>
          <th scope="col">{cardTexts.place}</th>
          <th scope="col" data-align="right">
            {before.version}
          </th>
          <th scope="col" data-align="right">
            {after.version}
          </th>
        </tr>
      </thead>
      <tbody>
        {changed.map((place) => (
          <tr key={place.path} data-changed>
            <th scope="row">{place.label}</th>
            <td data-align="right">{was.get(place.path)?.text ?? ''}</td>
            <td data-align="right">{place.text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
