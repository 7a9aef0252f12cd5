import { randomUUID } from 'node:crypto';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import type { Me } from '@noren/contract/staff/session';
import { STAFF_HEADERS, type StaffAnswerOf, type StaffCall, staffAddressOf } from '@noren/contract/staff/staff-call';

type Calls = typeof STAFF_CALLS;
type Role = Me['roles'][number];
interface CallInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** A colleague of the sandbox at another desk: sends the console's calls without its screens. */
export class Colleague {
  private readonly origin: string;
  private readonly cookie: string;

  private constructor(origin: string, cookie: string) {
    this.origin = origin;
    this.cookie = cookie;
  }

  static async signIn(consoleUrl: string, role: Role, who: 'first' | 'second' = 'first'): Promise<Colleague> {
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

  /** What a call answers. @throws Error when it is refused */
  async call<N extends StaffCallName>(name: N, sent: CallInput = {}): Promise<StaffAnswerOf<Calls[N]>> {
    const declared: StaffCall = STAFF_CALLS[name];
    const isPost = declared.method === 'POST';
    const response = await fetch(`${this.origin}${staffAddressOf(declared, sent)}`, {
      method: declared.method,
      headers: {
        cookie: this.cookie,
        origin: this.origin,
        [STAFF_HEADERS.requestId]: randomUUID(),
        ...(isPost && { 'content-type': 'application/json' }),
      },
      ...(isPost && { body: JSON.stringify(sent.body ?? {}) }),
    });
    const answer = (await response.json()) as { data?: StaffAnswerOf<Calls[N]>; error?: unknown };
    if (answer.data === undefined) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
    return answer.data;
  }

  /** Approves somebody else's request as it is shown now. */
  async approve(requestId: string): Promise<void> {
    const { effectNow } = await this.call('approval', { params: { requestId } });
    await this.call('approve', { body: { requestId, seen: effectNow } });
  }
}

/** The link by which somebody with these roles enrols: two administrators of the sandbox agree to it. */
export async function inviteByTwo(
  consoleUrl: string,
  { name, email, roles }: { name: string; email: string; roles: readonly Role[] },
): Promise<string> {
  const [first, second] = await Promise.all([
    Colleague.signIn(consoleUrl, 'administrator'),
    Colleague.signIn(consoleUrl, 'administrator', 'second'),
  ]);
  const proposal = { kind: 'staff_invitation', name, email, roles };
  const { requestId } = await first.call('propose', { body: { proposal, reason: 'joins the desk today' } });
  await second.approve(requestId);
  const { rows: people } = await first.call('staffList');
  const staffId = people.find((person) => person.email === email)?.staffId;
  const { url } = await first.call('invitationLink', { body: { staffId } });
  return url;
}
