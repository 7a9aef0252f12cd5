import type { Coupon } from '@noren/contract/coupons';
import type { Product } from '@noren/contract/loans';
import { type AmountFault, amountText, readAmount } from '@noren/core/typed/amount';
import { useState } from 'react';
import { firstAmount, nearestOffered } from './price.ts';

/** The amount as typed and as offered, so that there is a price at every moment. */
export interface Amount {
  /** The field's text. */
  readonly text: string;
  /** Null while the field holds no amount. */
  readonly typed: number | null;
  /** Why the text is no amount, once the field was left. */
  readonly fault: Exclude<AmountFault, 'empty'> | undefined;
  /** The offered amount nearest to the typed one; while there is none, the one before. */
  readonly offered: number;
  /**
   * The typed amount that was replaced by the offered one when the field was left; null when it was
   * offered.
   */
  readonly changedFrom: number | null;
  readonly type: (text: string) => void;
  readonly choose: (paise: number) => void;
  /**
   * Puts the offered amount into the field. False if its text is no amount: it stays, to be mended.
   */
  readonly settle: () => boolean;
}

export function useAmount(
  product: Product,
  kept: number | undefined,
  coupons: readonly Coupon[],
): Amount {
  const [last, setLast] = useState(() =>
    firstAmount(
      product,
      kept,
      coupons.map(({ leastPrincipalPaise }) => leastPrincipalPaise),
    ),
  );
  const [text, setText] = useState(() => amountText(last));
  const [isLeft, setLeft] = useState(false);
  const [changedFrom, setChangedFrom] = useState<number | null>(null);
  const read = readAmount(text);
  const typed = read.ok ? read.value : null;
  const wrong = read.ok || read.fault === 'empty' ? undefined : read.fault;
  const offered = nearestOffered(product, typed ?? last);

  const type = (next: string) => {
    const amount = readAmount(next);
    if (amount.ok) setLast(amount.value);
    setText(next);
    setLeft(false);
    setChangedFrom(null);
  };

  return {
    text,
    typed,
    fault: isLeft ? wrong : undefined,
    offered,
    changedFrom,
    type,
    choose: (paise) => type(amountText(paise)),
    settle: () => {
      setLeft(true);
      if (wrong !== undefined) return false;

      if (typed !== offered) setChangedFrom(typed);
      setText(amountText(offered));

      return true;
    },
  };
}
