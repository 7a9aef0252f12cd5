/**
 * The banks whose name holds the term, case and outer spaces aside: first those whose name begins
 * with it, then the rest, each in the order given. An empty term finds all. Source: specification
 * §2, bank list dialog.
 */
export function searchBanks<Bank extends { bankName: string }>(
  banks: readonly Bank[],
  term: string,
): Bank[] {
  const wanted = term.trim().toLowerCase();
  const matches = banks.map((bank) => ({ bank, at: bank.bankName.toLowerCase().indexOf(wanted) }));
  const beginning = matches.filter(({ at }) => at === 0);
  const later = matches.filter(({ at }) => at > 0);

  return [...beginning, ...later].map(({ bank }) => bank);
}
