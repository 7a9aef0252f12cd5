import { setTimeout as pause } from 'node:timers/promises';
import { CODES } from '@noren/contract/codes';
import { couponList, receiveCoupon } from '@noren/contract/coupons';
import { applyLoan, creditInfo, productList, quoteLoan } from '@noren/contract/loans';
import { checkOtpLogin, sendOtp, userStatus } from '@noren/contract/login';
import { billDetail, billList, borrowStatus } from '@noren/contract/orders';
import { repayDetail, startPayment, viewPayment } from '@noren/contract/repayment';
import { noteUnexpected } from './load-record.ts';
import { type LoadWorld, type Person, readSandbox, send, sendOk, useControl } from './person.ts';

/** Percentages of visits in which a borrower does something. */
const CHANCES = { signIn: 4, apply: 70, repay: 45, payTwice: 3, coupon: 5, look: 50 } as const;
const isChosen = (percent: number): boolean => Math.random() * 100 < percent;

const SEEN_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 1_000;

/** One visit: the home screen, and what this borrower may do there. */
export async function visit(world: LoadWorld, person: Person): Promise<void> {
  if (isChosen(CHANCES.signIn)) await signIn(world, person);
  const open = await readHome(world, person);
  if (!open) return;
  const [order] = open;
  if (isChosen(CHANCES.coupon)) {
    await sendOk(world, { person, kind: 'coupon' }, receiveCoupon, {});
    await sendOk(world, { person, kind: 'coupons' }, couponList, {});
  }
  if (!order) return isChosen(CHANCES.apply) ? borrow(world, person) : undefined;
  if (order.next === 'repay' && isChosen(CHANCES.repay)) return repay(world, person, order.repayId);
  if (isChosen(CHANCES.look))
    await sendOk(world, { person, kind: 'order' }, billDetail, { params: { repayId: order.repayId } });
}

async function readHome(world: LoadWorld, person: Person) {
  const by = { person, kind: 'home' };
  const [, , , bills] = await Promise.all([
    sendOk(world, { person, kind: 'status' }, userStatus, {}),
    sendOk(world, by, creditInfo, {}),
    sendOk(world, by, productList, { params: { param: 'home' } }),
    sendOk(world, by, billList, { query: { borrowType: '0' } }),
    sendOk(world, by, borrowStatus, {}),
  ]);
  return bills?.details ?? null;
}

/** With a code by SMS, which the sandbox shows. */
async function signIn(world: LoadWorld, person: Person): Promise<boolean> {
  const { phone } = person;
  const by = { person, kind: 'sign-in' };
  const sent = await send(world, { person, kind: 'code' }, sendOtp, { body: { phone, type: 1 } });
  // Codes of a phone are limited: this one has had its share.
  if (sent.code === CODES.tooMany) return false;
  if (sent.code !== CODES.success) {
    noteUnexpected(world.record, `code: ${sent.code} ${sent.msg}`);
    return false;
  }
  const { messages } = await readSandbox<{ messages: { values: { code?: string } }[] }>(
    world,
    `/sandbox/api/messages?phone=${phone}`,
  );
  const code = messages.find(({ values }) => values.code !== undefined)?.values.code ?? '';
  const { otpRef } = sent.data as { otpRef: string };
  const body = { phone, otpRef, code, agreed: true, policyVersion: world.policyVersion, language: 'en' } as const;
  const signedIn = await sendOk(world, by, checkOtpLogin, { body });
  if (!signedIn) return false;
  person.token = signedIn.token;
  world.record.signIns += 1;
  return true;
}

/** Quotes one of the products on offer and applies for it. */
async function borrow(world: LoadWorld, person: Person): Promise<void> {
  const listed = await sendOk(world, { person, kind: 'products' }, productList, { params: { param: 'loan' } });
  const offered = (listed?.details ?? []).filter(({ isOpen, offeredPaise }) => isOpen && offeredPaise > 0);
  const product = offered[Math.floor(Math.random() * offered.length)];
  if (!product) return;
  const { productCode, leastPaise, stepPaise, offeredPaise } = product;
  const steps = Math.floor((offeredPaise - leastPaise) / stepPaise);
  const principalPaise = leastPaise + stepPaise * Math.floor(Math.random() * (steps + 1));
  const quoted = await sendOk(world, { person, kind: 'quote' }, quoteLoan, { body: { productCode, principalPaise } });
  if (!quoted) return;
  const { proposalNo, hash: kfsHash } = quoted.kfs;
  const body = { proposalNo, kfsHash, acknowledged: true as const, purpose: 'household' };
  const by = { person, kind: 'apply' };
  let applied = await send(world, by, applyLoan, { body });
  if (applied.code === CODES.confirmByCode && (await signIn(world, person)))
    applied = await send(world, by, applyLoan, { body });
  if (applied.code === CODES.success) {
    const { orders } = world.record;
    orders.set(person.userId, [...(orders.get(person.userId) ?? []), (applied.data as { repayId: string }).repayId]);
    // An offer ends with its day, which may be moved on meanwhile.
  } else if (applied.code !== CODES.confirmByCode && applied.code !== CODES.offerGone)
    noteUnexpected(world.record, `apply: ${applied.code} ${applied.msg}`);
}

/** Pays all that an order owes at the bank, and waits until the app says so. */
async function repay(world: LoadWorld, person: Person, repayId: string): Promise<void> {
  const detail = await sendOk(world, { person, kind: 'repay detail' }, repayDetail, { params: { repayId }, query: {} });
  if (!detail) return;
  const body = { repayId, kind: 'full', channel: 'upi' } as const;
  const started = await send(world, { person, kind: 'start payment' }, startPayment, { body });
  if (started.code !== CODES.success) {
    if (started.code !== CODES.conflict) noteUnexpected(world.record, `start payment: ${started.code} ${started.msg}`);
    return;
  }
  const { code } = started.data as { code: string };
  const began = performance.now();
  const times = isChosen(CHANCES.payTwice) ? 2 : 1;
  const { paid } = await useControl<{ paid: { providerRef: string; amountPaise: number }[] }>(world, 'pay', {
    code,
    times,
  });
  for (const { providerRef, amountPaise } of paid) world.record.payments.set(providerRef, { code, amountPaise });
  while (performance.now() - began < SEEN_WITHIN_MS) {
    const seen = await sendOk(world, { person, kind: 'payment' }, viewPayment, { params: { code } });
    if (seen?.state === 'paid') {
      world.record.seenAsPaid.add(code);
      world.latencies.add('from the bank to "paid"', performance.now() - began);
      return;
    }
    await pause(LOOK_EVERY_MS);
  }
  noteUnexpected(world.record, 'a payment was not seen as paid within two minutes');
}
