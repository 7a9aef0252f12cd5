import { randomUUID } from 'node:crypto';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { STAFF_HEADERS, type StaffAnswerOf, type StaffCall, staffAddressOf } from '@noren/contract/staff/staff-call';

type Calls = typeof STAFF_CALLS;
type Send = <N extends StaffCallName>(
  name: N,
  sent?: { params?: unknown; query?: unknown; body?: unknown },
) => Promise<StaffAnswerOf<Calls[N]>>;

/** Somebody of the sandbox's lender at the console of the walks' program, without a browser. */
async function staffMember(role: string, who: 'first' | 'second' = 'first'): Promise<Send> {
  const origin = process.env.NOREN_CONSOLE_URL ?? 'http://localhost:3001';
  let cookie = '';
  const send: Send = async (name, sent = {}) => {
    const declared: StaffCall = STAFF_CALLS[name];
    const isPost = declared.method === 'POST';
    const response = await fetch(`${origin}${staffAddressOf(declared, sent)}`, {
      method: declared.method,
      headers: {
        [STAFF_HEADERS.requestId]: randomUUID(),
        cookie,
        ...(isPost && { 'content-type': 'application/json' }),
      },
      ...(isPost && { body: JSON.stringify(sent.body ?? {}) }),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return ((await response.json()) as { data: never }).data;
  };
  await send('sandboxSignIn', { body: { role, who } });
  return send;
}

/** Decides a borrower's identity review. */
export async function decideIdentity(userId: string, decision: 'approve' | 'refuse'): Promise<void> {
  const reviewer = await staffMember('reviewer');
  const params = { userId, kind: 'identity' };
  const { subject } = await reviewer('reviewCase', { params });
  const reason = decision === 'refuse' ? { reason: 'face_differs' } : {};
  await reviewer('decideReview', { body: { ...params, subject, decision, ...reason } });
}

/** Answers feedback; it stays open. */
export async function answerTicket(ticketNo: string, text: string): Promise<void> {
  const support = await staffMember('support');
  await support('replyToComplaint', { body: { ticketNo, text, isLast: false } });
}

/** Gives a borrower a coupon of ₹100 off the processing fee, which two people decide. */
export async function giveCoupon(userId: string): Promise<void> {
  const [maker, checker] = [await staffMember('product_manager'), await staffMember('product_manager', 'second')];
  const coupon = { kind: 'fee', discount: { amount: 10_000 }, minPrincipal: 0 };
  const proposal = { kind: 'coupon', coupon, userId, days: 30 };
  const { requestId } = await maker('propose', { body: { proposal, reason: 'a promise of the hotline' } });
  const { effectNow: seen } = await checker('approval', { params: { requestId } });
  await checker('approve', { body: { requestId, seen } });
}
