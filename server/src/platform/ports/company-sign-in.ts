/** One sign-in with the company's account: what goes to its page and must come back. */
export interface CompanySignInAttempt {
  /** The console's address that the page leads back to. */
  readonly returnTo: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: 43 characters or more. */
  readonly codeVerifier: string;
}

/** Whom the company's provider signed in. */
export interface CompanyIdentity {
  /** Null where the provider does not say. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
}

/** The company's own sign-in, by OpenID Connect. Never called inside a transaction. */
export interface CompanySignIn {
  /** The provider's page where somebody signs in. @throws CompanySignInError */
  buildSignInUrl(attempt: CompanySignInAttempt): Promise<string>;
  /**
   * Checks what the page led back with, and asks the provider who it was.
   * @param answer the query of the address that it led back to
   * @throws CompanySignInError
   */
  identify(attempt: CompanySignInAttempt, answer: URLSearchParams): Promise<CompanyIdentity>;
}

/** Why nobody was signed in. */
export type CompanySignInTrouble =
  /** The provider did not answer as documented. */
  | 'away'
  /** It signed nobody in, or its answer does not hold. */
  | 'refused'
  /** It names a host that the configuration does not. */
  | 'host';

export class CompanySignInError extends Error {
  override readonly name = 'CompanySignInError';
  readonly reason: CompanySignInTrouble;

  /** @param code of the error, for the log: it holds nothing personal */
  constructor(reason: CompanySignInTrouble, code: string) {
    super(code);
    this.reason = reason;
  }
}
