import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { OidcAccess } from '../providers/company-sign-in/openid-connect.ts';
import { type Answer, doubleTimeoutMs, type RawRequest, serveDouble } from './http-double.ts';

/**
 * A provider of OpenID Connect on a local port: discovery, keys, authorization, token and user
 * info.
 */
export interface OidcDouble {
  readonly access: OidcAccess;
  /** Where set, its document names another host for this. */
  elsewhere: Partial<Record<'token_endpoint' | 'jwks_uri' | 'userinfo_endpoint', string>>;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** Whether it answers; `silent` keeps the connection open, `broken` answers 503. */
  behaviour: 'answers' | 'silent' | 'broken';
  /** Claims of the ID token in place of the usual ones; undefined leaves one out. */
  claims: Readonly<Record<string, unknown>>;
  /** Where set, it signs with a key that it does not publish. */
  signsWithOtherKey: boolean;
  /** What user info says besides who it is. */
  userInfo: Readonly<Record<string, unknown>>;
  /**
   * Opens its page as a browser does.
   * @returns the query that the page leads back with
   */
  signIn(page: string): Promise<string>;
  close(): Promise<void>;
}

const SECRET = 'the secret of the double';
const CLIENT = 'noren-console';

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(claims: object, key: KeyObject): string {
  const content = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'k1' })}.${encode(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

interface Authorization {
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly returnTo: string;
}

/** What it keeps between its page and the token. */
interface Provider {
  readonly own: ReturnType<typeof makeKey>;
  readonly other: ReturnType<typeof makeKey>;
  readonly open: Map<string, Authorization>;
  readonly email: () => string;
}

/** Starts one with somebody of a mail address at its page. */
export async function startOidcDouble(email: () => string): Promise<OidcDouble> {
  const provider: Provider = { own: makeKey(), other: makeKey(), open: new Map(), email };
  const { url: issuer, close } = await serveDouble((asked) => {
    double.asked.push(asked.url.pathname);
    if (double.behaviour === 'silent') return 'silent';
    if (double.behaviour === 'broken') return { status: 503, body: 'away' };

    return answerRequest(double, provider, asked);
  });

  const double: OidcDouble = {
    access: {
      issuer,
      clientId: CLIENT,
      clientSecret: SECRET,
      get timeoutMs() {
        return doubleTimeoutMs(double.behaviour === 'silent');
      },
      hosts: [],
    },
    elsewhere: {},
    asked: [],
    behaviour: 'answers',
    claims: {},
    signsWithOtherKey: false,
    userInfo: {},
    async signIn(page) {
      const { headers } = await fetch(page, { redirect: 'manual' });
      return new URL(headers.get('location') ?? '').searchParams.toString();
    },
    close,
  };

  return double;
}

function answerRequest(double: OidcDouble, provider: Provider, asked: RawRequest): Answer {
  const { issuer } = double.access;
  switch (asked.url.pathname) {
    case '/.well-known/openid-configuration':
      return { status: 200, body: { ...buildDiscovery(issuer), ...double.elsewhere } };
    case '/keys': {
      const key = provider.own.publicKey.export({ format: 'jwk' });
      return { status: 200, body: { keys: [{ ...key, kid: 'k1', use: 'sig', alg: 'RS256' }] } };
    }
    case '/authorize':
      return { status: 302, location: authorize(provider, asked.url, issuer) };
    case '/token':
      return token(double, provider, asked);
    case '/me':
      return { status: 200, body: { sub: 'subject-1', ...double.userInfo } };
    default:
      return { status: 404, body: {} };
  }
}

function authorize({ open }: Provider, { searchParams: query }: URL, issuer: string): string {
  const code = randomUUID();
  const returnTo = query.get('redirect_uri') ?? '';
  open.set(code, { nonce: query.get('nonce'), challenge: query.get('code_challenge'), returnTo });
  return `${returnTo}?${new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer })}`;
}

function token(double: OidcDouble, provider: Provider, { headers, body }: RawRequest): Answer {
  const form = new URLSearchParams(`${body}`);
  const basic = Buffer.from((headers.authorization ?? '').slice(6), 'base64').toString();
  const code = form.get('code') ?? '';
  const began = provider.open.get(code);

  provider.open.delete(code);

  const verifier = form.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const isOurs = decodeURIComponent(basic.replaceAll('+', ' ')) === `${CLIENT}:${SECRET}`;
  if (!isOurs) return { status: 401, body: { error: 'invalid_client' } };
  if (!began || challenge !== began.challenge || form.get('redirect_uri') !== began.returnTo)
    return { status: 400, body: { error: 'invalid_grant' } };

  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: double.access.issuer,
    sub: 'subject-1',
    aud: CLIENT,
    iat: now,
    exp: now + 300,
    nonce: began.nonce,
    email: provider.email(),
    email_verified: true,
    ...double.claims,
  };
  const { privateKey } = double.signsWithOtherKey ? provider.other : provider.own;

  const id_token = signed(claims, privateKey);
  return {
    status: 200,
    body: { access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token },
  };
}

function buildDiscovery(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/me`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    authorization_response_iss_parameter_supported: true,
  };
}
