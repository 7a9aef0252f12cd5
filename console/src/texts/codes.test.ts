import { HOLD_REASONS } from '@noren/core/lending/contact-rules';
import { expect, test } from 'vitest';
import { auditTexts } from './audit.ts';
import { codeText } from './codes.ts';
import { factName, factValue } from './facts.ts';
import { accountName, journalName, stateName } from './ledger.ts';

test('no code of the server reaches a screen as it is written in the code', () => {
  expect(codeText('refused_by_bank')).toBe('Refused by the bank');
  expect(HOLD_REASONS.map(codeText)).toEqual(['Hardship', 'Dispute', 'Illness', 'Bereavement']);
  expect(accountName('limit_held')).toBe('Limit: held');
  expect(auditTexts.pair('why', 'hardship')).toBe('Why: Hardship');
  for (const words of [codeText, factName, factValue, accountName, journalName, stateName])
    expect(words('a_code_of_tomorrow')).toBe('A code of tomorrow');
});
