import { randomUUID } from 'node:crypto';
import { type AnswerOf, buildAddress, type Call } from '@noren/contract/call';
import type { Me } from '@noren/contract/staff/access';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { STAFF_HEADERS } from '@noren/contract/staff/wire';

type Calls = typeof STAFF_CALLS;
export type Role = Me['roles'][number];

interface CallInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** A person of the sandbox's staff who sends the console's calls without its screens. */
export class Colleague {
  private readonly origin: string;
  private readonly cookie: string;

  private constructor(origin: string, cookie: string) {
    this.origin = origin;
    this.cookie = cookie;
  }

  static async signIn(
    consoleUrl: string,
    role: Role,
    who: 'first' | 'second' = 'first',
  ): Promise<Colleague> {
    const { origin } = new URL(consoleUrl);
    const response = await fetch(`${origin}${STAFF_CALLS.sandboxSignIn.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ role, who }),
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie === undefined) throw new Error(`${role} is not signed in: ${await response.text()}`);

    return new Colleague(origin, cookie);
  }

  /**
   * What a call answers.
   * @throws Error when it is refused
   */
  async call<N extends StaffCallName>(name: N, sent: CallInput = {}): Promise<AnswerOf<Calls[N]>> {
    const declared: Call = STAFF_CALLS[name];
    const isPost = declared.method === 'POST';
    const response = await fetch(`${this.origin}${buildAddress(declared, sent)}`, {
      method: declared.method,
      headers: {
        cookie: this.cookie,
        origin: this.origin,
        [STAFF_HEADERS.requestId]: randomUUID(),
        ...(isPost && { 'content-type': 'application/json' }),
      },
      ...(isPost && { body: JSON.stringify(sent.body ?? {}) }),
    });
    const answer = (await response.json()) as { data?: AnswerOf<Calls[N]>; error?: unknown };
    if (answer.data === undefined) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);

    return answer.data;
  }

  /** Proposes something; the request's id. */
  async propose(proposal: object, reason: string): Promise<string> {
    return (await this.call('propose', { body: { proposal, reason } })).requestId;
  }

  /** Approves somebody else's request as it is shown now. */
  async approve(requestId: string): Promise<void> {
    const { effectNow } = await this.call('approval', { params: { requestId } });
    await this.call('approve', { body: { requestId, seen: effectNow } });
  }
}

/**
 * The link by which somebody with these roles enrols: two administrators of the sandbox agree to
 * it.
 */
export async function inviteByTwo(
  consoleUrl: string,
  { name, roles }: { name: string; roles: readonly Role[] },
): Promise<string> {
  const [first, second] = await Promise.all([
    Colleague.signIn(consoleUrl, 'administrator'),
    Colleague.signIn(consoleUrl, 'administrator', 'second'),
  ]);
  const email = `${randomUUID()}@lender.example`;

  await second.approve(
    await first.propose({ kind: 'staff_invitation', name, email, roles }, 'joins the desk today'),
  );

  const { rows: people } = await first.call('staffList');
  const staffId = people.find((person) => person.email === email)?.staffId;
  const { url } = await first.call('invitationLink', { body: { staffId } });

  return url;
}

/** The console of the borrowers' walks. */
const consoleUrl = (): string => process.env.NOREN_CONSOLE_URL ?? 'http://localhost:3001';

/** Decides a borrower's identity review. What differs from a card stands as on the card. */
export async function decideIdentity(
  userId: string,
  decision: 'approve' | 'refuse',
): Promise<void> {
  const reviewer = await Colleague.signIn(consoleUrl(), 'reviewer');
  const params = { userId, kind: 'identity' };
  const { subject, fields } = await reviewer.call('reviewCase', { params });
  const stands = Object.fromEntries(fields.map(({ field, sources }) => [field, sources.at(-1)]));
  const more = decision === 'refuse' ? { reason: 'face_differs' } : { stands };

  await reviewer.call('decideReview', { body: { ...params, subject, decision, ...more } });
}

/** Answers feedback; it stays open. */
export async function answerTicket(ticketNo: string, text: string): Promise<void> {
  const support = await Colleague.signIn(consoleUrl(), 'support');
  await support.call('replyToComplaint', { body: { ticketNo, text, isLast: false } });
}

/** Gives a borrower a coupon of ₹100 off the processing fee, which two people decide. */
export async function giveCoupon(userId: string): Promise<void> {
  const maker = await Colleague.signIn(consoleUrl(), 'product_manager');
  const checker = await Colleague.signIn(consoleUrl(), 'product_manager', 'second');
  const coupon = { kind: 'fee', discount: { amount: 10_000 }, minPrincipal: 0 };

  await checker.approve(
    await maker.propose({ kind: 'coupon', coupon, userId, days: 30 }, 'a promise of the hotline'),
  );
}
