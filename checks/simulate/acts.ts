import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { type BusinessDay, daysBetween } from '@noren/core/money/time';
import { acceptanceBody } from '@noren/server/src/testing/loans.ts';
import { type Borrower, send } from './borrower.ts';
import type { Chance } from './chance.ts';
import type { World } from './world.ts';

/** An open order as the simulation reads it. */
export interface LockedOrder {
  readonly userId: string;
  readonly repayId: string;
  readonly status: number;
  readonly disbursedDay: BusinessDay | null;
  readonly dueDay: BusinessDay | null;
}

/** A borrower's action: the borrower, the world and the random source. */
export interface Acting {
  readonly world: World;
  readonly who: Borrower;
  readonly chance: Chance;
}

/** Sometimes applies for a loan; a refusal is a valid outcome. */
export async function mayBorrow({ world, who, chance }: Acting): Promise<void> {
  if (!chance.percent(22)) return;

  const [productCode, most] = chance.pick([
    ['N07', 10],
    ['N15', 12],
    ['N30', 12],
  ] as const);
  const principalPaise = rupees(1_000 * chance.int(productCode === 'N30' ? 3 : 2, most));
  const coupon = chance.percent(20) ? await aCoupon({ world, who, chance }) : null;
  const quoted = await send(world, who, CALLS.quoteLoan, {
    body: { productCode, principalPaise, ...(coupon && { couponId: coupon }) },
  });
  if (quoted.code !== 200 || chance.percent(10)) return;

  const body = acceptanceBody(quoted.data as Parameters<typeof acceptanceBody>[0]);
  const applied = await send(world, who, CALLS.applyLoan, { body });
  if (applied.code !== 200 || !chance.percent(5)) return;

  const { repayId } = applied.data as { repayId: string };
  await send(world, who, CALLS.cancelOrder, { body: { repayId } });
}

/** The certification coupon, if still usable on a fee. */
async function aCoupon({ world, who }: Acting): Promise<string | null> {
  const got = await send(world, who, CALLS.receiveCoupon, {});
  if (got.code !== 200) return null;
  const { coupon } = got.data as { coupon: { couponId: string; state: string } };
  return coupon.state === 'usable' ? coupon.couponId : null;
}

/** A borrower's action on one of their orders on a day. */
export async function mayActOn(
  acting: Acting,
  order: LockedOrder,
  today: BusinessDay,
): Promise<void> {
  const { world, who, chance } = acting;
  const { repayId } = order;

  if (order.status === OrderStatus.disbursementFailed) {
    const action = chance.percent(70) ? 'retry' : 'cancel';
    await send(world, who, CALLS.failBorrowHandler, { body: { repayId, action } });
    return;
  }

  if (order.status === OrderStatus.awaitingAcceptance) return acceptOffer(acting, repayId);
  if (order.disbursedDay === null || order.dueDay === null) return;

  const left = daysBetween(today, order.dueDay);
  const age = daysBetween(order.disbursedDay, today);

  switch (who.character) {
    case 'returns':
      if (age <= 3 && chance.percent(35)) return returnIt(acting, repayId);
      return left <= 0 ? payFull(acting, repayId) : undefined;
    case 'early':
      return chance.percent(15) || left <= 0 ? payFull(acting, repayId) : undefined;
    case 'punctual':
      return left === 0
        ? chance.percent(85)
          ? payFull(acting, repayId)
          : undefined
        : left < 0
          ? payFull(acting, repayId)
          : undefined;
    case 'late':
      return left < 0 && chance.percent(15) ? payFull(acting, repayId) : undefined;
    case 'in parts':
      if (chance.percent(18)) return payPart(acting, repayId);
      return left < 0 && chance.percent(30) ? payFull(acting, repayId) : undefined;
    case 'extends':
      if (left <= 3 && left >= -3 && chance.percent(45)) return extend(acting, repayId);
      return left < 0 && chance.percent(25) ? payFull(acting, repayId) : undefined;
    case 'never pays':
      return chance.percent(1) ? payPart(acting, repayId) : undefined;
    default: {
      const missing: never = who.character;
      throw new RangeError(`unknown character: ${missing}`);
    }
  }
}

async function acceptOffer({ world, who, chance }: Acting, repayId: string): Promise<void> {
  if (chance.percent(15)) {
    await send(world, who, CALLS.cancelOrder, { body: { repayId } });
    return;
  }

  const offered = await send(world, who, CALLS.reviewOffer, { body: { repayId } });
  if (offered.code !== 200) return;

  await send(world, who, CALLS.applyLoan, {
    body: acceptanceBody(offered.data as Parameters<typeof acceptanceBody>[0]),
  });
}

/** Reads the loan guide after a settled loan, and applies for its offer or declines it. */
export async function mayRequestGuide({ world, who, chance }: Acting): Promise<void> {
  if (!chance.percent(12)) return;

  const guidanceAnswer = await send(world, who, CALLS.guidanceMsg, {});
  if (guidanceAnswer.code !== 200) return;

  const { guidance } = guidanceAnswer.data as {
    guidance: null | { guidanceId: string; applyTotalAmount: number; products: never[] };
  };
  if (!guidance) return;

  const { guidanceId, applyTotalAmount, products } = guidance;
  if (chance.percent(40)) await send(world, who, CALLS.giveUpGuidance, { body: { guidanceId } });
  else await send(world, who, CALLS.applyGuidance, { body: { applyTotalAmount, products } });
}

type Kind = {
  kind: 'full' | 'part' | 'extension' | 'return';
  amountPaise?: number;
  couponId?: string;
  addendumNo?: string;
};

/** Starts a payment. Null when it was refused. */
export async function begin(
  { world, who, chance }: Acting,
  repayId: string,
  of: Kind,
): Promise<{ code: string; amountPaise: number } | null> {
  const channel = chance.pick([
    'upi',
    'upi',
    'upi',
    'bank_transfer',
    'bill_code',
    'cash_counter',
  ] as const);
  const started = await send(world, who, CALLS.startPayment, { body: { repayId, channel, ...of } });

  return started.code === 200 ? (started.data as { code: string; amountPaise: number }) : null;
}

/** Starts a payment and pays it exactly, not at all, too little, too much, or twice. */
async function beginAndPay(acting: Acting, repayId: string, of: Kind): Promise<void> {
  const started = await begin(acting, repayId, of);
  if (started) await payCode(acting, started);
}

/** What a borrower does with a payment's code. */
export async function payCode(
  { world, chance }: Acting,
  started: { code: string; amountPaise: number },
): Promise<void> {
  const { code, amountPaise } = started;
  const way = chance.int(1, 100);
  if (way <= 7) return;

  if (way <= 12) await world.bank.payIntent(code, Math.max(1, amountPaise - chance.int(1, 5_000)));
  else if (way <= 17) await world.bank.payIntent(code, amountPaise + chance.int(1, 50_000));
  else await world.bank.payIntent(code);

  if (way > 17 && way <= 22) await world.bank.payIntent(code);
}

async function payFull(acting: Acting, repayId: string): Promise<void> {
  const { world, who, chance } = acting;
  const detail = await send(world, who, CALLS.repayDetail, { params: { repayId }, query: {} });
  const [coupon] =
    detail.code === 200 ? (detail.data as { coupons: { couponId: string }[] }).coupons : [];
  const isUsed = coupon && chance.percent(60);

  await beginAndPay(acting, repayId, {
    kind: 'full',
    ...(isUsed && { couponId: coupon.couponId }),
  });
}

async function payPart(acting: Acting, repayId: string): Promise<void> {
  const amountPaise = rupees(100) * acting.chance.int(1, 30);
  await beginAndPay(acting, repayId, { kind: 'part', amountPaise });
}

async function returnIt(acting: Acting, repayId: string): Promise<void> {
  const requested = await send(acting.world, acting.who, CALLS.returnLoan, { body: { repayId } });
  if (requested.code === 200) await beginAndPay(acting, repayId, { kind: 'return' });
}

async function extend(acting: Acting, repayId: string): Promise<void> {
  const { world, who, chance } = acting;
  const quoted = await send(world, who, CALLS.quoteExtension, {
    body: { repayId, days: chance.pick([7, 15]) },
  });
  if (quoted.code !== 200) return;

  const { addendum } = quoted.data as { addendum: { addendumNo: string; hash: string } };
  const { addendumNo, hash } = addendum;
  const accepted = await send(world, who, CALLS.acceptExtension, {
    body: { addendumNo, hash, acknowledged: true },
  });

  if (accepted.code === 200) await beginAndPay(acting, repayId, { kind: 'extension', addendumNo });
}
