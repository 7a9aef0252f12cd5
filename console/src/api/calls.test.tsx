import { STAFF_HEADERS, type StaffErrorBody } from '@noren/contract/staff/wire';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { aMember, Refusal, serverDouble } from '../testing/server-double.ts';
import { useStaffCall, useStaffPages, useStaffSend } from './hooks.ts';
import { useSession } from './session.tsx';

const authenticate = vi.hoisted(() => vi.fn());

vi.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthn: () => true,
  startAuthentication: authenticate,
  startRegistration: vi.fn(),
}));

beforeEach(() => void authenticate.mockReset());

const SESSION = { sessionId: '1d0a2f0e-1111-4a68-9d54-6a3ba7f0c111' };
const inProviders = { wrapper: Providers };

test('a call answers its data', async () => {
  serverDouble({ staffMe: () => aMember(['support']) });
  const { result } = renderHook(() => useStaffCall('staffMe'), inProviders);
  await waitFor(() => expect(result.current.data?.name).toBe('Meera Iyer'));
});

test('where a passkey is needed, the same request follows with its assertion and the same id', async () => {
  authenticate.mockResolvedValue({ id: 'key', response: {} });

  const { seen } = serverDouble({
    endMySession: ({ headers }) => {
      if (headers.get(STAFF_HEADERS.assertion) === null)
        throw new Refusal({ code: 'passkey_needed', options: { challenge: 'abc' } });
      return {};
    },
  });
  const { result } = renderHook(() => useStaffSend('endMySession'), inProviders);

  await act(() => result.current.send({ body: SESSION }));
  expect(authenticate).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' } });
  expect(seen.map(({ body }) => body)).toEqual([SESSION, SESSION]);

  const [first, second] = seen.map(({ headers }) => headers);
  expect(first?.get(STAFF_HEADERS.requestId)).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.get(STAFF_HEADERS.requestId)).toBe(first?.get(STAFF_HEADERS.requestId));

  const assertion = JSON.parse(atob(second?.get(STAFF_HEADERS.assertion) ?? ''));
  expect(assertion).toEqual({ id: 'key', response: {} });
});

test('a passkey that is not given leaves everything as it was and says so', async () => {
  authenticate.mockRejectedValue(new DOMException('', 'NotAllowedError'));

  const { seen } = serverDouble({
    endMySession: () => {
      throw new Refusal({ code: 'passkey_needed', options: {} });
    },
  });
  const { result } = renderHook(() => useStaffSend('endMySession'), inProviders);

  await act(() => result.current.send({ body: SESSION }));
  await waitFor(() => expect(result.current.error?.code).toBe('passkey_cancelled'));
  expect(seen).toHaveLength(1);
});

test('a retry after a lost connection has the same request id, another request has its own', async () => {
  let isDown = true;
  const { seen } = serverDouble({
    endMySession: () => {
      if (isDown) throw new TypeError('network');
      return {};
    },
  });
  const { result } = renderHook(() => useStaffSend('endMySession'), inProviders);

  await act(() => result.current.send({ body: SESSION }));
  await waitFor(() => expect(result.current.error?.code).toBe('no_answer'));
  isDown = false;
  await act(() => result.current.send({ body: SESSION }));
  await act(() => result.current.send({ body: SESSION }));

  const ids = seen.map(({ headers }) => headers.get(STAFF_HEADERS.requestId));
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('a screen is loaded again when the connection is back', async () => {
  const { seen } = serverDouble({ sandboxStaff: () => ({ people: [] }) });
  const { result } = renderHook(() => useStaffCall('sandboxStaff'), inProviders);

  await waitFor(() => expect(result.current.data).toBeDefined());

  const loads = () => seen.filter(({ call }) => call === 'sandboxStaff').length;
  const before = loads();

  // What was just loaded is fresh for five seconds.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  act(() => void window.dispatchEvent(new Event('offline')));
  act(() => void window.dispatchEvent(new Event('online')));

  await waitFor(() => expect(loads()).toBe(before + 1));
});

test('a call that finds nobody signed in ends the session here', async () => {
  let isSignedIn = true;
  serverDouble({
    staffMe: () => {
      if (!isSignedIn) throw new Refusal({ code: 'signed_out' });
      return aMember(['support']);
    },
  });

  const { result } = renderHook(
    () => ({ session: useSession(), end: useStaffSend('endMySession') }),
    inProviders,
  );
  await waitFor(() => expect(result.current.session.data?.name).toBe('Meera Iyer'));
  isSignedIn = false;
  await act(() => result.current.end.send({ body: SESSION }));
  await waitFor(() => expect(result.current.session.data).toBeNull());
});

test('what a refusal says has changed is read again', async () => {
  const { seen } = serverDouble({
    staffMe: () => aMember(['support']),
    decideReview: () => {
      throw new Refusal({ code: 'changed', refusal: { reason: 'case_decided_or_changed' } });
    },
  });
  const { result } = renderHook(
    () => ({ me: useStaffCall('staffMe'), decide: useStaffSend('decideReview') }),
    inProviders,
  );
  await waitFor(() => expect(result.current.me.data).toBeDefined());

  const countReads = () => seen.filter(({ call }) => call === 'staffMe').length;
  const before = countReads();

  const { sessionId: userId } = SESSION;
  const body = { userId, kind: 'identity', subject: userId, decision: 'approve' } as const;
  await act(() => result.current.decide.send({ body }));
  await waitFor(() => expect(countReads()).toBeGreaterThan(before));
});

test('a list is loaded page by page, each after the one before', async () => {
  const { seen } = serverDouble({
    sandboxStaff: ({ query }) =>
      query.get('after') === null ? { rows: [1, 2], next: 'two' } : { rows: [3], next: null },
  });
  // The double answers as lists do.
  type Page = { rows: readonly number[]; next: string | null };

  const rule = {
    toRows: (answer: unknown) => (answer as Page).rows,
    toNext: (answer: unknown) =>
      (answer as Page).next === null ? null : { after: (answer as Page).next },
  };
  const { result } = renderHook(
    () => useStaffPages('sandboxStaff', { query: { kind: 'proof' } } as object, rule),
    inProviders,
  );

  await waitFor(() => expect(result.current.data).toEqual([1, 2]));
  await act(async () => void result.current.paging.loadMore());
  await waitFor(() => expect(result.current.data).toEqual([1, 2, 3]));
  expect(result.current.paging.hasMore).toBe(false);
  expect(seen.map(({ query }) => String(query))).toEqual(['kind=proof', 'kind=proof&after=two']);
});

test('a refusal is shown in the console’s words, a former version’s in its own', async () => {
  let body: Omit<StaffErrorBody, 'message'> & { message?: string } = {
    code: 'not_possible',
    refusal: { reason: 'hold_too_long', days: 90 },
  };
  serverDouble({
    endMySession: () => {
      throw new Refusal(body);
    },
  });
  const { result } = renderHook(() => useStaffSend('endMySession'), inProviders);

  await act(() => result.current.send({ body: SESSION }));
  await waitFor(() =>
    expect(result.current.error?.message).toBe(
      'A hold lasts at most 90 days. Propose another one when it ends.',
    ),
  );

  body = { code: 'not_possible', message: 'The hold cannot end before it starts.' };
  await act(() => result.current.send({ body: SESSION }));
  await waitFor(() =>
    expect(result.current.error?.message).toBe('The hold cannot end before it starts.'),
  );
});
