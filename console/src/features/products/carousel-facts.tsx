import { LANGUAGE_CODES, LANGUAGES } from '@noren/contract/languages';
import type { CarouselSetting } from '@noren/contract/staff/settings';
import { businessDay, formatDay } from '@noren/core/money/time';
import { productTexts, settingTexts } from '../../texts/products.ts';
import style from './products.module.css';

interface CardFactsProps {
  readonly cardId: string;
  readonly before: CarouselSetting | null;
  readonly after: CarouselSetting;
}

/** A carousel card before and after, in each of its languages. */
export function CardFacts({ cardId, before, after }: CardFactsProps) {
  const [was, is] = [before ? listFacts(before) : {}, listFacts(after)];
  const names = [...new Set([...Object.keys(is), ...Object.keys(was)])];

  return (
    <table className={style.table} aria-label={cardId}>
      <thead>
        <tr>
          <th scope="col">{cardId}</th>
          {before && <th scope="col">{settingTexts.was}</th>}
          <th scope="col">{settingTexts.willBe}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} data-changed={(before !== null && was[name] !== is[name]) || undefined}>
            <th scope="row">{name}</th>
            {before && <td>{was[name] ?? ''}</td>}
            <td>{is[name] ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function listFacts({
  target,
  texts,
  effectiveFrom,
  effectiveTo,
}: CarouselSetting): Readonly<Record<string, string>> {
  const dayText = (day: string | null): string =>
    day === null ? productTexts.open : formatDay(businessDay(day));
  const inLanguages = LANGUAGE_CODES.flatMap((language) => {
    const text = texts?.[language];
    const { name } = LANGUAGES[language];

    if (text === undefined) return [];

    return [
      [settingTexts.titleIn(name), text.title] as const,
      [settingTexts.textIn(name), text.text] as const,
    ];
  });

  return {
    [settingTexts.target]: settingTexts.targets[target],
    [settingTexts.from]: dayText(effectiveFrom),
    [settingTexts.until]: dayText(effectiveTo),
    ...(texts === null && { [settingTexts.cardTitle]: settingTexts.ofProgram }),
    ...Object.fromEntries(inLanguages),
  };
}
