import type { Me } from '@noren/contract/staff/access';
import { listPermissions } from '@noren/core/staff/roles';
import type { Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/db/transact.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { OpenStaffCtx } from '../../platform/staff/staff-handler.ts';
import {
  findStaffSession,
  IDLE_MS,
  openStaffSession,
  SESSION_MS,
  type StaffAssurance,
  type StaffSession,
} from '../../platform/staff/staff-store.ts';
import { waitForTurn } from '../../platform/staff/turn-store.ts';

export function describeMe({ deps, now, today }: OpenStaffCtx, session: StaffSession): Me {
  const { staffId, name, email, roles } = session.staff;
  const { name: lenderName } = deps.appConfig.lender;

  return {
    staffId,
    name,
    email,
    roles: [...roles],
    permissions: [...listPermissions(roles)],
    passkeys: session.passkeys,
    idleEndsAt: session.lastSeenAt + IDLE_MS,
    endsAt: session.createdAt + SESSION_MS,
    lenderName,
    isSandbox: deps.config.isSandbox,
    today,
    now,
  };
}

/**
 * Opens a session and answers who is signed in.
 * @throws StaffError signed_out when the person was removed meanwhile
 */
export async function signIn(
  ctx: OpenStaffCtx,
  staffId: string,
  assurance: StaffAssurance,
  work: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<Me> {
  const { deps, now, browser } = ctx;
  const token = await transact(deps.db, async (tx) => {
    await waitForTurn(tx);
    await work(tx);

    const opened = await openStaffSession(tx, { staffId, assurance, browser, now });
    await appendStaffAct(tx, {
      at: now,
      staffId,
      action: 'signed_in',
      subject: opened.sessionId,
      detail: { assurance },
    });

    return opened.token;
  });

  ctx.setSessionToken(token);

  const session = await findStaffSession(deps.db, token, now);
  if (!session) throw new StaffError('signed_out', 'person_removed');

  return describeMe(ctx, session);
}
