import { name as nameField } from '@noren/contract/fields';
import type { TextId, Translate } from '../../i18n/index.ts';

/**
 * What is wrong with a typed name, as the server judges it; `empty` names the text for a missing
 * one.
 */
export function describeNameProblem(name: string, empty: TextId, t: Translate): string | undefined {
  const issue = nameField.safeParse(name).error?.issues[0];
  return issue && describeNameFault(issue.message, empty, t);
}

/** The text for a fault of a name: one that the form found, or that the server answered. */
export function describeNameFault(fault: string, empty: TextId, t: Translate): string {
  if (fault === 'long') return t('certification.too_long');
  if (fault === 'character') return t('certification.hidden_character');
  return t(empty);
}
