import { countWaitingPayouts, readFrozenAt, readLendingStop } from '../../lending/lending-stop-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { hasFullKyc, readLimitBounds } from './person-actions-store.ts';
import type { OperatorRequest } from './requests-store.ts';

/** A fact that a request changes, as text: amounts in paise. */
interface Fact {
  readonly what: 'limit' | 'limit_used' | 'new_lending' | 'lending' | 'waiting_payouts' | 'full_kyc';
  readonly value: string;
}

/** The facts that a kind of request changes or that its decision rests on, at one moment of a transaction. */
export async function readFacts(tx: Tx, { kind, userId }: OperatorRequest): Promise<Fact[]> {
  switch (kind) {
    case 'limit_override': {
      const bounds = userId === null ? undefined : await readLimitBounds(tx, userId);
      if (!bounds) return [];
      return [
        { what: 'limit', value: String(bounds.limitPaise) },
        { what: 'limit_used', value: String(bounds.usedPaise) },
      ];
    }
    case 'lending_freeze': {
      if (userId === null) return [];
      const isFrozen = (await readFrozenAt(tx, userId)) !== null;
      return [
        { what: 'new_lending', value: isFrozen ? 'frozen' : 'open' },
        { what: 'waiting_payouts', value: String(await countWaitingPayouts(tx, userId)) },
      ];
    }
    case 'lending_start': {
      const { isStopped } = await readLendingStop(tx);
      return [
        { what: 'lending', value: isStopped ? 'stopped' : 'open' },
        { what: 'waiting_payouts', value: String(await countWaitingPayouts(tx, null)) },
      ];
    }
    case 'full_kyc':
      return userId === null ? [] : [{ what: 'full_kyc', value: (await hasFullKyc(tx, userId)) ? 'done' : 'not_done' }];
    default:
      return [];
  }
}
