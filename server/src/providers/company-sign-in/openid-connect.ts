import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client';
import {
  type CompanyIdentity,
  type CompanySignIn,
  type CompanySignInAttempt,
  CompanySignInError,
} from '../../platform/ports/company-sign-in.ts';

export interface OidcAccess {
  /** As its discovery document names itself. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs: number;
  /** Hosts that it may be reached at beside the issuer's. */
  readonly hosts: readonly string[];
}

/** The company's sign-in at a provider of OpenID Connect: authorization code with PKCE. */
export function makeCompanySignIn(access: OidcAccess): CompanySignIn {
  let found: Promise<Configuration> | null = null;

  const provider = async (): Promise<Configuration> => {
    found ??= discover(access);
    try {
      return await found;
    } catch (error) {
      found = null;
      throw error instanceof CompanySignInError
        ? error
        : new CompanySignInError('away', toErrorCode(error));
    }
  };

  return {
    async buildSignInUrl(attempt) {
      const { returnTo, state, nonce, codeVerifier } = attempt;
      const page = buildAuthorizationUrl(await provider(), {
        redirect_uri: returnTo,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });

      return page.href;
    },
    async identify(attempt, answer) {
      const config = await provider();
      try {
        return await identify(config, attempt, answer);
      } catch (error) {
        throw new CompanySignInError(classifyError(error), toErrorCode(error));
      }
    },
  };
}

async function discover(access: OidcAccess): Promise<Configuration> {
  const { issuer, clientId, clientSecret, timeoutMs } = access;
  const isUnencrypted = issuer.startsWith('http:');
  const found = await discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    authenticationBy(clientSecret),
    {
      timeout: timeoutMs / 1_000,
      // The signature of the ID token is checked too, though it comes from the provider itself.
      execute: [enableNonRepudiationChecks, ...(isUnencrypted ? [allowInsecureRequests] : [])],
    },
  );

  requireNamedHosts(found, access);

  return found;
}

/**
 * The provider's document says where tokens, keys and user info are. Only a host that the
 * configuration names is asked, so that a firewall and docs/security.md know all of them.
 * @throws CompanySignInError naming the first other one
 */
function requireNamedHosts(found: Configuration, { issuer, hosts }: OidcAccess): void {
  const {
    token_endpoint: tokens,
    jwks_uri: keys,
    userinfo_endpoint: userInfo,
  } = found.serverMetadata();

  for (const address of [tokens, keys, userInfo]) {
    if (address === undefined) continue;
    const { host } = new URL(address);
    if (host !== new URL(issuer).host && !hosts.includes(host))
      throw new CompanySignInError('host', `NOREN_OIDC_HOSTS lacks ${host}`);
  }
}

/**
 * How the provider takes our secret: in the body where it says so, otherwise in the header, which
 * is the default.
 */
function authenticationBy(secret: string): ClientAuth {
  return (server, ...rest) => {
    const isInBody =
      server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
    return (isInBody ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...rest);
  };
}

async function identify(
  config: Configuration,
  { returnTo, state, nonce, codeVerifier }: CompanySignInAttempt,
  answer: URLSearchParams,
): Promise<CompanyIdentity> {
  const tokens = await authorizationCodeGrant(config, new URL(`${returnTo}?${answer}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('there is no ID token');
  if (typeof claims.email === 'string') return toCompanyIdentity(claims);
  // Some providers name the address only here.
  if (config.serverMetadata().userinfo_endpoint === undefined)
    return { email: null, isEmailVerified: false };

  return toCompanyIdentity(await fetchUserInfo(config, tokens.access_token, claims.sub));
}

function toCompanyIdentity(claims: Readonly<Record<string, unknown>>): CompanyIdentity {
  const { email, email_verified: isVerified } = claims;
  return { email: typeof email === 'string' ? email : null, isEmailVerified: isVerified === true };
}

/** Codes of openid-client for answers that are late or no answers of a provider. */
const AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

function classifyError(error: unknown): 'away' | 'refused' {
  if (error instanceof AuthorizationResponseError) return 'refused';
  if (error instanceof ResponseBodyError) return error.status >= 500 ? 'away' : 'refused';
  // What fetch throws when nothing answers, with the socket's error as its cause.
  if (error instanceof TypeError && error.cause !== undefined) return 'away';

  return AWAY.has(toErrorCode(error)) ? 'away' : 'refused';
}

function toErrorCode(error: unknown): string {
  const {
    code,
    error: refusal,
    cause,
  } = (error ?? {}) as { code?: unknown; error?: unknown; cause?: unknown };
  // The refusal may be from the address, which anybody can write.
  if (typeof refusal === 'string') return /^[a-z_]{1,60}$/.test(refusal) ? refusal : 'unknown';
  if (typeof code === 'string') return code;

  return cause === undefined ? 'unknown' : toErrorCode(cause);
}
