import type { Coupon } from '@noren/contract/coupons';
import type { Product } from '@noren/contract/loans';
import { useState } from 'react';
import { firstAmount, nearestOffered } from './price.ts';

/** The amount as typed and as offered, so that there is a price at every moment. */
export interface Amount {
  /** Null while the field is empty. */
  readonly typed: number | null;
  /** The offered amount nearest to the typed one; of an empty field, the one before. */
  readonly offered: number;
  /** The typed amount that was replaced by the offered one when the field was left; null when it was offered. */
  readonly changedFrom: number | null;
  readonly type: (paise: number | null) => void;
  readonly settle: () => void;
}

export function useAmount(product: Product, kept: number | undefined, coupons: readonly Coupon[]): Amount {
  const [last, setLast] = useState(() =>
    firstAmount(
      product,
      kept,
      coupons.map(({ leastPrincipalPaise }) => leastPrincipalPaise),
    ),
  );
  const [typed, setTyped] = useState<number | null>(last);
  const [changedFrom, setChangedFrom] = useState<number | null>(null);
  const offered = nearestOffered(product, typed ?? last);
  return {
    typed,
    offered,
    changedFrom,
    type: (paise) => {
      setTyped(paise);
      if (paise !== null) setLast(paise);
      setChangedFrom(null);
    },
    settle: () => {
      if (typed === offered) return;
      setChangedFrom(typed);
      setTyped(offered);
    },
  };
}
