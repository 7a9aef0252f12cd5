import type { FileRefusal, SourceReading } from './identity-sources.ts';

/** Where its page sends a browser back to, on the app's host. */
export const RETURN_PATH = '/digilocker';

/**
 * Why nothing is taken: the code of the return is refused, the holder has no Aadhaar there, or the
 * document breaks a rule.
 */
export type LockerRefusal = 'code_refused' | 'no_aadhaar' | FileRefusal;

export type LockerReading = SourceReading<LockerRefusal>;

/** What a holder allowed on DigiLocker's page. */
export interface LockerGrant {
  /** Of the return's address. It works once. */
  readonly code: string;
  /** What only the server that opened the page knows (RFC 7636). */
  readonly verifier: string;
  /** UTC milliseconds. */
  readonly now: number;
}

/** No answer came, so nothing is known. Names the call, never what was sent or answered. */
export class NoLockerAnswer extends Error {
  override readonly name = 'NoLockerAnswer';
  /** Whether the code was taken before that: it will not be taken again. */
  readonly isCodeUsed: boolean;

  constructor(message: string, options: ErrorOptions & { isCodeUsed?: boolean } = {}) {
    super(message, options);
    this.isCodeUsed = options.isCodeUsed ?? false;
  }
}

/**
 * The government's DigiLocker, where holders of an Aadhaar allow a company to fetch what its issuer
 * says of them. Never called inside a transaction.
 */
export interface DigiLocker {
  readonly name: string;
  /** Its page, where the holder allows or refuses, and which then opens our return. */
  pageFor(visit: { readonly state: string; readonly challenge: string }): string;
  /**
   * Fetches the e-Aadhaar once, and gives the access back.
   * @throws NoLockerAnswer
   */
  fetchIdentity(grant: LockerGrant): Promise<LockerReading>;
}
