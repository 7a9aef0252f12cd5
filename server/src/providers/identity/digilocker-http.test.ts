import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layOutEAadhaar, signEAadhaar } from '../../sandbox/samples/e-aadhaar.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import {
  CLIENT_SECRET,
  type DigiLockerDouble,
  startDigiLockerDouble,
} from '../../testing/digilocker-double.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { makeDigiLocker } from './digilocker-http.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const VERIFIER = 'v'.repeat(43);
const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
const person = samplePerson(4);
const request = { person, issuedAt: NOW - 60_000, photo: Buffer.from('a photo') };
const DOCUMENT = signEAadhaar(layOutEAadhaar(request), testIssuer());

let double: DigiLockerDouble;
beforeEach(async () => {
  double = await startDigiLockerDouble();
});
afterEach(() => double.close());

const open = () => makeDigiLocker(double.access).pageFor({ state: 'first.abc', challenge });
const fetchAs = (code: string, verifier = VERIFIER) =>
  makeDigiLocker(double.access).fetchIdentity({ code, verifier, now: NOW });
const allow = (document = DOCUMENT) => double.allow(open(), document).code;
const listPaths = () => double.asked.map(({ path }) => path.split('/').slice(3).join('/'));

test('the page’s address has the state and the challenge, and not the verifier', () => {
  const page = new URL(open());
  expect(page.pathname).toBe('/public/oauth2/1/authorize');
  expect(Object.fromEntries(page.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'DOUBLE01',
    redirect_uri: 'https://app.example/digilocker',
    state: 'first.abc',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    purpose: expect.stringMatching(/^[A-Za-z ]+$/),
    service_name: 'Sample Finance',
  });
});

test('the code becomes a token, which fetches the document and is then revoked', async () => {
  expect(await fetchAs(allow())).toMatchObject({
    ok: true,
    identity: { kind: 'digilocker', fields: { name: person.name } },
  });
  await expect.poll(listPaths).toEqual(['1/token', '3/xml/eaadhaar', '1/revoke']);

  const [token, document, revoke] = double.asked;
  expect(token?.form).toMatchObject({ code_verifier: VERIFIER, client_secret: CLIENT_SECRET });
  expect(document?.authorization).toBe(`Bearer ${revoke?.form.token}`);
  expect(revoke?.authorization).toMatch(/^Basic /);
});

test('a code that was used, made up, or issued for another visit is refused', async () => {
  const code = allow();
  expect(await fetchAs(code, 'w'.repeat(43))).toEqual({ ok: false, reason: 'code_refused' });
  expect(await fetchAs('made-up')).toEqual({ ok: false, reason: 'code_refused' });

  const used = allow();
  expect(await fetchAs(used)).toMatchObject({ ok: true });
  expect(await fetchAs(used)).toEqual({ ok: false, reason: 'code_refused' });
});

test('a locker without an Aadhaar, and a document that breaks a rule, give nothing', async () => {
  expect(await fetchAs(allow(''))).toEqual({ ok: false, reason: 'no_aadhaar' });
  expect(await fetchAs(allow('<html></html>'))).toEqual({ ok: false, reason: 'wrong_root' });
});

test('after a time-out before the token, the code can be exchanged again', async () => {
  const code = allow();
  double.token = 'silent';
  await expect(fetchAs(code)).rejects.toMatchObject({ name: 'NoLockerAnswer', isCodeUsed: false });
  double.token = 'answers';
  expect(await fetchAs(code)).toMatchObject({ ok: true });
});

test.each([
  [{ status: 500, body: '{"error":"unexpected_error"}' }, 'answered 500 unexpected_error', false],
  [{ status: 400, body: '{"error":"invalid_client"}' }, 'answered 400 invalid_client', false],
  [{ status: 502, body: '<html>' }, 'answered 502', false],
  [
    { status: 200, body: '{"token":"secret-of-a-person"}' },
    'answered something else at: access_token',
    true,
  ],
  [{ status: 200, body: 'secret-of-a-person' }, 'answered no JSON', true],
  [{ status: 200, body: 'x'.repeat(600_000) }, 'gave no answer', false],
])('any other answer to the code counts as no answer: %j', async (behaviour, words, isCodeUsed) => {
  double.token = behaviour;
  const failure = await fetchAs(allow()).catch((error: Error) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining(words), isCodeUsed });
  expect(String((failure as Error).stack)).not.toContain('secret-of-a-person');
});

test('the document is asked for twice; then the code is used up and the outcome unknown', async () => {
  double.document = { status: 503, body: '{"error":"repository_service_unavailable"}' };
  await expect(fetchAs(allow())).rejects.toMatchObject({ isCodeUsed: true });
  await expect.poll(listPaths).toEqual(['1/token', '3/xml/eaadhaar', '3/xml/eaadhaar', '1/revoke']);
});
