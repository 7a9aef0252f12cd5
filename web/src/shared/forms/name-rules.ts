import type { TextId, Translate } from '../../i18n/index.ts';

/** As the server judges it: `name` of contract/src/fields.ts. */
const LENGTH = { least: 2, most: 100 };

/** What is wrong with the length of a typed name; `empty` names the text for a missing one. */
export function describeNameProblem(name: string, empty: TextId, t: Translate): string | undefined {
  const { length } = name.trim();
  if (length < LENGTH.least) return t(empty);
  return length > LENGTH.most ? t('certification.too_long') : undefined;
}
