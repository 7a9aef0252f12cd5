import type { StaffReason } from '@noren/contract/staff/refusals';
import type { Role } from '@noren/core/staff/roles';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { COMPANY_SIGN_IN_MS } from '../../platform/staff/passkey-store.ts';
import { removeStaff } from '../../platform/staff/staff-store.ts';
import { makeCompanySignIn } from '../../providers/company-sign-in/openid-connect.ts';
import { startOidcDouble } from '../../testing/oidc-double.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';

const app = await useApp();
const desk = await useConsole(app);
let email = '';
const provider = await startOidcDouble(() => email);
afterAll(() => provider.close());

beforeEach(() => {
  // Attempts to sign in are counted by the minute.
  app.advance(61_000);
  email = 'nobody@lender.example';
  provider.behaviour = 'answers';
  provider.claims = {};
  provider.signsWithOtherKey = false;
  provider.userInfo = {};
  provider.elsewhere = {};
  // A new one for each test: it reads the discovery document once.
  setProvider(makeCompanySignIn(provider.access));
});

function setProvider(companySignIn: (typeof app.deps)['companySignIn']): void {
  Object.assign(app.deps, { companySignIn });
}

/** Somebody enrolled, whose mail address the provider names from now on. */
async function enrolled(name: string, roles: readonly Role[] = ['support']) {
  const person = await desk.enrolled(name, roles);
  ({ email } = await person.data('staffMe'));
  return person;
}

/** A browser that came back from the provider's page. */
async function back(): Promise<{ client: StaffClient; answer: string }> {
  const client = desk.client();
  const { page } = await client.data('beginCompanySignIn');
  return { client, answer: await provider.signIn(page) };
}

async function refusal(): Promise<unknown> {
  const { client, answer } = await back();
  const result = await client.send('companySignIn', { body: { answer } });
  expect(await client.send('staffMe')).toMatchObject({ status: 401 });
  return result;
}

const refusedFor = (reason: StaffReason) => ({
  status: 403,
  error: { code: 'company_refused', refusal: { reason } },
});

const NOT_SAID = refusedFor('company_refused');

describe('with the company’s account', () => {
  test('an enrolled person signs in, by code with PKCE; the passkey is still asked for wherever it is', async () => {
    const gita = await enrolled('Gita Company', ['administrator']);
    const { client, answer } = await back();
    const me = await client.data('companySignIn', { body: { answer } });

    expect(me).toMatchObject({ name: 'Gita Company', roles: ['administrator'] });
    expect((await client.data('staffMe')).staffId).toBe(gita.staffId);

    const content = { body: { attestation: {}, passkeyName: 'Another one' } };
    expect(await client.send('addPasskey', content)).toMatchObject({
      error: { code: 'passkey_needed' },
    });

    const { rows } = await sql`
      select assurance from staff_sessions where staff_id = ${gita.staffId} order by session_id desc limit 1`.execute(
      app.deps.db,
    );
    expect(rows).toEqual([{ assurance: 'company' }]);
  });

  test('is offered only where it is set up', async () => {
    expect(await desk.client().data('staffSignInWays')).toEqual({ hasCompanySignIn: true });
    setProvider(null);
    expect(await desk.client().data('staffSignInWays')).toEqual({ hasCompanySignIn: false });
    expect(await desk.client().send('beginCompanySignIn')).toMatchObject({ status: 404 });
    expect(await desk.client().send('companySignIn', { body: { answer: '' } })).toMatchObject({
      status: 404,
    });
  });

  test('the address may be named by user info alone', async () => {
    await enrolled('Uma Info');
    provider.claims = { email: undefined, email_verified: undefined };
    provider.userInfo = { email, email_verified: true };

    const { client, answer } = await back();
    expect(await client.data('companySignIn', { body: { answer } })).toMatchObject({
      name: 'Uma Info',
    });
    provider.userInfo = { email };
    expect(await refusal()).toMatchObject(refusedFor('company_email_unverified'));
  });
});

describe('a provider that is at other hosts too', () => {
  const names = ['token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;

  test.each(names)(
    'is not asked where the configuration does not name the host of its %s',
    async (name) => {
      provider.elsewhere = { [name]: 'http://elsewhere.example/it' };

      const warned = vi.spyOn(app.deps.log, 'warn');
      expect(await desk.client().send('beginCompanySignIn')).toMatchObject({
        error: {
          code: 'not_possible',
          refusal: { reason: 'company_address_not_allowed' },
        },
      });

      expect(warned.mock.calls).toContainEqual([
        { code: 'NOREN_OIDC_HOSTS lacks elsewhere.example', reason: 'host' },
        'company sign-in failed',
      ]);
      warned.mockRestore();
      expect(provider.asked.at(-1)).toBe('/.well-known/openid-configuration');
    },
  );

  test('signs in where it does', async () => {
    await enrolled('Hosna Named');

    // The same double by its other name.
    const { host, port } = new URL(provider.access.issuer);
    expect(host).toMatch(/^127\.0\.0\.1:/);
    provider.elsewhere = Object.fromEntries(
      names.map((name, index) => [
        name,
        `http://localhost:${port}${['/token', '/keys', '/me'][index]}`,
      ]),
    );
    setProvider(makeCompanySignIn({ ...provider.access, hosts: [`localhost:${port}`] }));

    const { client, answer } = await back();
    expect(await client.data('companySignIn', { body: { answer } })).toMatchObject({
      name: 'Hosna Named',
    });
  });
});

describe('nobody is signed in', () => {
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  test.each<[string, Record<string, unknown>]>([
    ['another nonce', { nonce: 'of another sign-in' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-program' }],
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['a token that has expired', { iat: past, exp: past + 300 }],
    ['no subject', { sub: undefined }],
  ])('%s', async (_, claims) => {
    await enrolled(`Asha ${_}`);
    provider.claims = claims;
    expect(await refusal()).toMatchObject(NOT_SAID);
  });

  test('a signature by a key that the provider does not publish', async () => {
    await enrolled('Sign Other');
    provider.signsWithOtherKey = true;
    expect(await refusal()).toMatchObject(NOT_SAID);
  });

  test('an address that the provider has not verified', async () => {
    await enrolled('Una Verified');
    provider.claims = { email_verified: false };
    expect(await refusal()).toMatchObject(refusedFor('company_email_unverified'));
    provider.claims = { email_verified: 'true' };
    expect(await refusal()).toMatchObject(refusedFor('company_email_unverified'));
  });

  test('an address that nobody has: no person is added', async () => {
    const before = await countPeople();
    expect(await refusal()).toMatchObject(refusedFor('company_email_unknown'));
    expect(await countPeople()).toBe(before);
  });

  test('a person who was removed, or is only invited', async () => {
    const person = await enrolled('Rita Removed');
    await app.deps.db
      .transaction()
      .execute((tx) => removeStaff(tx, person.staffId, app.deps.now()));
    expect(await refusal()).toMatchObject(refusedFor('company_email_unknown'));
  });

  test('an invented person of the sandbox', async () => {
    await desk.as('payments');
    email = (await (await desk.as('payments')).data('staffMe')).email;
    expect(await refusal()).toMatchObject(refusedFor('company_email_unknown'));
  });

  test('a refusal at the provider’s page', async () => {
    const client = desk.client();
    const { page } = await client.data('beginCompanySignIn');
    const state = new URL(page).searchParams.get('state')!;
    const answer = `error=access_denied&state=${state}&iss=${encodeURIComponent(provider.access.issuer)}`;

    expect(await client.send('companySignIn', { body: { answer } })).toMatchObject(NOT_SAID);
  });

  test('a state that was used, is unknown, too old, or began in another browser', async () => {
    await enrolled('Stella State');

    const { client, answer } = await back();
    const cookieBefore = client.cookie;

    await client.data('companySignIn', { body: { answer } });
    client.cookie = cookieBefore;
    expect(await client.send('companySignIn', { body: { answer } })).toMatchObject(
      refusedFor('company_attempt_ended'),
    );

    const unknown = await back();
    const other = unknown.answer.replace(/state=[^&]+/, `state=${'A'.repeat(43)}`);

    expect(await unknown.client.send('companySignIn', { body: { answer: other } })).toMatchObject(
      refusedFor('company_attempt_ended'),
    );

    const elsewhere = await back();
    expect(
      await desk.client().send('companySignIn', { body: { answer: elsewhere.answer } }),
    ).toMatchObject(refusedFor('company_attempt_ended'));

    const late = await back();
    app.advance(COMPANY_SIGN_IN_MS);
    expect(
      await late.client.send('companySignIn', { body: { answer: late.answer } }),
    ).toMatchObject(refusedFor('company_attempt_ended'));
  });
});

describe('while the provider is away', () => {
  const away = {
    status: 409,
    error: { code: 'not_possible', refusal: { reason: 'company_away' } },
  };

  test.each(['silent', 'broken'] as const)(
    '(%s) its page is not opened, and opens once it is back',
    async (behaviour) => {
      provider.behaviour = behaviour;
      expect(await desk.client().send('beginCompanySignIn')).toMatchObject(away);
      provider.behaviour = 'answers';
      expect((await desk.client().data('beginCompanySignIn')).page).toContain('/authorize?');
    },
  );

  test.each(['silent', 'broken'] as const)(
    '(%s) on the way back, nobody is signed in and the words say so',
    async (behaviour) => {
      await enrolled(`Wera ${behaviour}`);

      const { client, answer } = await back();
      provider.behaviour = behaviour;
      provider.asked.length = 0;

      // The time ends once it is asked.
      const end = new AbortController();
      const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal);
      onTestFinished(() => timeout.mockRestore());

      const signedIn = client.send('companySignIn', { body: { answer } });
      await expect.poll(() => provider.asked).toEqual(['/token']);
      end.abort(new DOMException('It took too long', 'TimeoutError'));
      expect(await signedIn).toMatchObject(away);
    },
  );

  test('nothing listens at its address', async () => {
    setProvider(makeCompanySignIn({ ...provider.access, issuer: 'http://127.0.0.1:9' }));
    expect(await desk.client().send('beginCompanySignIn')).toMatchObject(away);
  });
});

async function countPeople(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from staff`.execute(
    app.deps.db,
  );
  return rows[0]?.n ?? 0;
}
