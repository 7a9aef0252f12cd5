import type { AnswerOf } from '@noren/contract/call';
import type { fairPracticeCode } from '@noren/contract/public-pages';
import { CONTACTS_A_DAY, CONTACTS_A_WEEK } from '@noren/core/lending/contact-rules';
import { lateClassDays } from '@noren/core/lending/late-classes';
import { regulatoryRowOn } from '@noren/core/lending/terms';
import { type BusinessDay, formatDay } from '@noren/core/money/time';
import { notFound } from '../../platform/http/call-error.ts';
import type { Ctx } from '../../platform/http/handler.ts';
import { translatorFor } from '../../platform/translations/translations.ts';
import { CODE_PARTS, CODE_VERSIONS } from './fair-practice/words.ts';

/**
 * The version of the fair-practice code that is in force today or that was asked for, with the
 * lender's name and the numbers of the law in force.
 * @throws CallError for a version that is not in force yet or never was
 */
export async function readFairPracticeCode(
  { deps, language, today }: Ctx,
  { query }: { query: { version?: string | undefined } },
): Promise<AnswerOf<typeof fairPracticeCode>> {
  const begun = CODE_VERSIONS.filter(({ from }) => from <= today);
  const chosen =
    query.version === undefined ? begun[0] : begun.find(({ version }) => version === query.version);
  if (!chosen) throw notFound();

  const words = translatorFor(language, chosen.words[language]);
  const values = codeValues(deps.appConfig.lender.name, today);

  return {
    version: chosen.version,
    from: chosen.from,
    versions: begun.map(({ version, from }) => ({ version, from })),
    parts: CODE_PARTS.map((id) => ({
      id,
      title: words._(`code.${id}_title`),
      lines: words._(`code.${id}_text`, values).split('\n'),
    })),
  };
}

function codeValues(lender: string, today: BusinessDay): Record<string, string | number> {
  const constant = (name: Parameters<typeof regulatoryRowOn>[0]) =>
    regulatoryRowOn(name, today).value;
  const classes = lateClassDays(today);

  return {
    lender,
    days: constant('complaintAnswerDays'),
    from: `${constant('dunningFromHour')}:00`,
    until: `${constant('dunningUntilHour')}:00`,
    dayLimit: CONTACTS_A_DAY,
    weekLimit: CONTACTS_A_WEEK,
    due: formatDay(classes['SMA-0']),
    sma1: formatDay(classes['SMA-1']),
    sma2: formatDay(classes['SMA-2']),
    npa: formatDay(classes.NPA),
  };
}
