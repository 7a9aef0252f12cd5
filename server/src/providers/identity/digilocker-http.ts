import * as z from 'zod';
import {
  type DigiLocker,
  type LockerGrant,
  type LockerReading,
  NoLockerAnswer,
} from '../../platform/ports/digilocker.ts';
import type { IssuerKey } from '../../platform/ports/identity-sources.ts';
import { parseAnswer } from '../parse-answer.ts';
import { readBounded } from '../read-bounded.ts';
import { readEAadhaar } from './e-aadhaar.ts';

/** Access to DigiLocker as a company that it admitted. */
export interface DigiLockerAccess {
  /** Without a path, e.g. `https://digilocker.meripehchaan.gov.in`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As it is registered there, to the letter. */
  readonly returnUrl: string;
  /** The lender's name, as DigiLocker's page shows it: letters, digits and spaces. */
  readonly serviceName: string;
  readonly keys: readonly IssuerKey[];
  readonly timeoutMs: number;
}

/** Why the lender asks, as the page shows it: letters, digits and spaces. */
const PURPOSE = 'To verify the identity of a person who asks for a loan';

/** A photo has some 20 KiB. */
const MOST_BYTES = 512 * 1024;
const DOCUMENT_TRIES = 2;

const tokenAnswer = z.object({ access_token: z.string().min(1).max(4_000) });
const errorAnswer = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) });

/**
 * DigiLocker's Authorized Partner API: OAuth 2.0 by code with PKCE (S256). Three sources are public:
 * version 1.10 (dokumen.tips), parts of 1.11 (scribd.com/document/555661996), and the OpenAPI
 * description of 1.11 (APIs.guru, `digitallocker.gov.in/authpartner`). The description names the
 * parameters, the fields of the answers and the 404 of `/oauth2/2/xml/eaadhaar`. Path `3`, the host
 * and the page's `purpose` and `service_name` come from version 2.4, known only from partners' notes.
 *
 * The answer's header `hmac` is not checked: the signature in the document proves more.
 */
export function makeDigiLocker(access: DigiLockerAccess): DigiLocker {
  return {
    name: 'digilocker',
    pageFor({ state, challenge }) {
      const page = new URL('/public/oauth2/1/authorize', access.baseUrl);
      page.search = new URLSearchParams({
        response_type: 'code',
        client_id: access.clientId,
        redirect_uri: access.returnUrl,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        purpose: PURPOSE,
        service_name: access.serviceName,
      }).toString();

      return page.href;
    },
    async fetchIdentity(grant) {
      const token = await exchangeCode(access, grant);
      if (token === null) return { ok: false, reason: 'code_refused' };

      try {
        return await fetchDocument(access, token, grant.now);
      } finally {
        // Not awaited: a token that is not revoked ends within the hour.
        void revoke(access, token).catch(() => undefined);
      }
    },
  };
}

/** Exchanges the code for a token. Null if the code is refused, as a used one is. */
async function exchangeCode(
  access: DigiLockerAccess,
  { code, verifier }: LockerGrant,
): Promise<string | null> {
  const { status, bytes } = await send(access, '/public/oauth2/1/token', {
    form: {
      grant_type: 'authorization_code',
      code,
      client_id: access.clientId,
      client_secret: access.clientSecret,
      redirect_uri: access.returnUrl,
      code_verifier: verifier,
    },
  });

  const text = bytes.toString('utf8');
  if (status === 200) return parseAnswer(tokenAnswer, text, refuseToken).access_token;

  const error = readError(text);
  if (status === 400 && error === 'invalid_grant') return null;

  throw new NoLockerAnswer(`digilocker token answered ${status} ${error ?? ''}`.trimEnd());
}

/** Asks twice before giving up, because the code cannot be exchanged for another token. */
async function fetchDocument(
  access: DigiLockerAccess,
  token: string,
  now: number,
): Promise<LockerReading> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await askForDocument(access, token, now);
    } catch (cause) {
      if (!(cause instanceof NoLockerAnswer)) throw cause;
      if (tries < DOCUMENT_TRIES) continue;

      throw new NoLockerAnswer(cause.message, { cause, isCodeUsed: true });
    }
  }
}

async function askForDocument(
  access: DigiLockerAccess,
  token: string,
  now: number,
): Promise<LockerReading> {
  const { status, bytes } = await send(access, '/public/oauth2/3/xml/eaadhaar', {
    headers: { authorization: `Bearer ${token}`, accept: 'application/xml' },
  });
  if (status === 404) return { ok: false, reason: 'no_aadhaar' };
  if (status !== 200) throw new NoLockerAnswer(`digilocker e-aadhaar answered ${status}`);

  return readEAadhaar(bytes, access.keys, now);
}

async function revoke(access: DigiLockerAccess, token: string): Promise<void> {
  const { clientId, clientSecret } = access;
  const key = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  await send(access, '/public/oauth2/1/revoke', {
    headers: { authorization: `Basic ${key}` },
    form: { token, token_type_hint: 'access_token' },
  });
}

async function send(
  { baseUrl, timeoutMs }: DigiLockerAccess,
  path: string,
  request: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly form?: Readonly<Record<string, string>>;
  },
): Promise<{ status: number; bytes: Buffer }> {
  try {
    const response = await fetch(new URL(path, baseUrl), {
      ...(request.headers && { headers: request.headers }),
      ...(request.form && { method: 'POST', body: new URLSearchParams(request.form) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    return { status: response.status, bytes: await readBounded(response, MOST_BYTES) };
  } catch (cause) {
    throw new NoLockerAnswer(`digilocker ${path} gave no answer`, { cause });
  }
}

/** For an answer without a token: the code is used up. */
const refuseToken = (why: string): Error =>
  new NoLockerAnswer(`digilocker token ${why}`, { isCodeUsed: true });

/** The error's code; null if the answer is no documented error. */
function readError(text: string): string | null {
  try {
    return errorAnswer.parse(JSON.parse(text)).error;
  } catch {
    return null;
  }
}
