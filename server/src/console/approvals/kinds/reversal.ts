import type { Kind } from './kind.ts';
import { readJournalMoney, reverseJournal } from './reverse-journal.ts';

/** Reverses a payment, a waiver or an extension. */
export const reversal: Kind<'reversal'> = {
  money: (tx, _, request) => readJournalMoney(tx, request, request.detail.journalId),
  execute: (tx, deps, request) => reverseJournal(tx, deps, request, request.detail.journalId),
};
