/** What may be wrong with a row of the chain of staff's acts, as staff read it. */
export const CHAIN_BREAKS = {
  row_missing: 'the row is missing',
  not_in_order: 'it does not follow the row before',
  altered: 'its content was altered',
  end_missing: 'rows are missing at the end',
} as const;

export type ChainBreak = keyof typeof CHAIN_BREAKS;
