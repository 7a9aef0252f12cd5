import type { Me } from '@noren/contract/staff/access';
import type { StaffCallName } from '@noren/contract/staff/index';
import { STAFF_CALLS } from '@noren/contract/staff/index';
import { STAFF_ERRORS, type StaffErrorBody } from '@noren/contract/staff/wire';
import { listPermissions, type Role } from '@noren/core/staff/roles';
import { vi } from 'vitest';

/** A request as the server would see it. */
export interface SeenRequest {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

type Handler = (request: SeenRequest) => unknown;

/** Thrown by a handler to refuse. */
export class Refusal extends Error {
  readonly body: StaffErrorBody;

  constructor(body: Omit<StaffErrorBody, 'message'> & { message?: string }) {
    super(body.message ?? '');
    this.body = { message: 'Refused by the test.', ...body };
  }
}

/** Refuses a proposal because a request like it is open. */
export const refuseForOpen =
  (requestId: string): Handler =>
  () => {
    throw new Refusal({
      code: 'taken',
      refusal: { reason: 'request_open' },
      data: { requestId },
    });
  };

/**
 * Default answers to the calls of the top bar and the sign-in: lending is not stopped, and people
 * sign in by passkey alone.
 */
const DEFAULT_ANSWERS: Partial<Record<string, object>> = {
  lendingState: { isStopped: false, changedAt: 0, staffName: null, reason: 'installed' },
  staffSignInWays: { hasCompanySignIn: false },
};

/** Whether a path is the declared one with values in place of its parameters. */
function matchesAddress(declared: string, path: string): boolean {
  const parts = path.split('/');
  const names = declared.split('/');

  return (
    names.length === parts.length &&
    names.every((name, at) => name.startsWith('{') || name === parts[at])
  );
}

/**
 * Answers staff calls in place of the server; a call without a handler is refused as signed out.
 */
export function serverDouble(handlers: Partial<Record<StaffCallName, Handler>>): {
  readonly seen: SeenRequest[];
} {
  const seen: SeenRequest[] = [];

  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const [path = '', query = ''] = address.split('?');
    const call = Object.entries(STAFF_CALLS).find(
      ([, declared]) => matchesAddress(declared.path, path) && declared.method === init.method,
    )?.[0];
    const request = {
      call: call ?? path,
      query: new URLSearchParams(query),
      headers: new Headers(init.headers),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    };

    const handler = handlers[call as StaffCallName];
    const byDefault = handler === undefined ? DEFAULT_ANSWERS[call ?? ''] : undefined;
    if (byDefault !== undefined) return answer(() => byDefault, request);

    seen.push(request);

    return answer(handler, request);
  });

  return { seen };
}

function answer(handler: Handler | undefined, request: SeenRequest): Response {
  try {
    if (handler === undefined) throw new Refusal({ code: 'signed_out' });
    return Response.json({ data: handler(request) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw new TypeError('network');
    return Response.json({ error: error.body }, { status: STAFF_ERRORS[error.body.code] });
  }
}

const NOW = Date.UTC(2026, 10, 23, 6, 12);
const MINUTE_MS = 60_000;

/** A session of a person with these roles, at 23/11/2026, 11:42 in India. */
export function aMember(roles: readonly Role[], more: Partial<Me> = {}): Me {
  return {
    staffId: '5c1a7d1e-6a43-4a68-9d54-6a3ba7f0c111',
    name: 'Meera Iyer',
    email: 'meera@lender.example',
    roles: [...roles],
    permissions: [...listPermissions(roles)],
    passkeys: 2,
    idleEndsAt: NOW + 15 * MINUTE_MS,
    endsAt: NOW + 12 * 60 * MINUTE_MS,
    lenderName: 'Noren Finance',
    isSandbox: false,
    today: '2026-11-23',
    now: NOW,
    ...more,
  };
}
