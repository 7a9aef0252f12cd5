import { createHash, randomBytes } from 'node:crypto';
import type { DigiLockerAccess } from '../providers/identity/digilocker-http.ts';
import { type Answer, type Behaviour, doubleTimeoutMs, serveDouble } from './http-double.ts';
import { testIssuer } from './test-issuer.ts';

/** A request as it arrived. */
interface LockerRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

/**
 * DigiLocker's Authorized Partner API on a local port, as far as `digilocker-http.ts` says where it
 * is documented.
 */
export interface DigiLockerDouble {
  readonly access: DigiLockerAccess;
  readonly asked: LockerRequest[];
  token: Behaviour;
  document: Behaviour;
  /** What the holder allows on the page: the return's `state` and `code`. */
  allow(page: string, document: string): { state: string; code: string };
  close(): Promise<void>;
}

const CLIENT_ID = 'DOUBLE01';
export const CLIENT_SECRET = 'secret of the double';
const RETURN_URL = 'https://app.example/digilocker';

const refuse = (status: number, error: string): Answer => ({
  status,
  body: { error, error_description: '' },
});

/** What every token comes with, and nobody here reads. */
export const ACCOUNT = {
  digilockerid: '123e4567-e89b-12d3-a456-426655440000',
  name: 'Holder of the Account',
  dob: '31121970',
  gender: 'F',
  reference_key: '1c66bec26364cd6fefaabc6cae91840a',
};

/** What the holders allowed, and the tokens that were given for it. */
function makeGrants() {
  const codes = new Map<string, { challenge: string; document: string }>();
  const tokens = new Map<string, string>();

  const giveToken = ({ form }: LockerRequest): Answer => {
    if (form.client_id !== CLIENT_ID || form.client_secret !== CLIENT_SECRET)
      return refuse(400, 'invalid_client');
    if (form.redirect_uri !== RETURN_URL) return refuse(400, 'invalid_redirect_uri');

    const grant = codes.get(form.code ?? '');
    codes.delete(form.code ?? '');
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    if (form.grant_type !== 'authorization_code' || grant?.challenge !== challenge)
      return refuse(400, 'invalid_grant');

    const access_token = randomBytes(20).toString('hex');
    tokens.set(access_token, grant.document);
    const body = {
      access_token,
      expires_in: 3600,
      token_type: 'Bearer',
      scope: 'files.issueddocs',
      refresh_token: 'never-used',
      ...ACCOUNT,
      eaadhaar: grant.document === '' ? 'N' : 'Y',
    };
    return { status: 200, body };
  };

  const giveDocument = ({ authorization }: LockerRequest): Answer => {
    const document = tokens.get(authorization?.replace('Bearer ', '') ?? '');
    if (document === undefined) return refuse(401, 'invalid_token');
    return document === '' ? refuse(404, 'aadhaar_not_linked') : { status: 200, body: document };
  };

  return { codes, tokens, giveToken, giveDocument };
}

export async function startDigiLockerDouble(): Promise<DigiLockerDouble> {
  const { codes, tokens, giveToken, giveDocument } = makeGrants();

  const answerFor = (request: LockerRequest): Answer | 'silent' => {
    switch (request.path) {
      case '/public/oauth2/1/token':
        return double.token === 'answers' ? giveToken(request) : double.token;
      case '/public/oauth2/3/xml/eaadhaar':
        return double.document === 'answers' ? giveDocument(request) : double.document;
      case '/public/oauth2/1/revoke':
        tokens.delete(request.form.token ?? '');
        return { status: 200, body: {} };
      default:
        return refuse(404, 'not_found');
    }
  };

  const { url, close } = await serveDouble(({ url: { pathname: path }, headers, body }) => {
    const form = Object.fromEntries(new URLSearchParams(`${body}`));
    const asked = { path, authorization: headers.authorization, form };
    double.asked.push(asked);
    return answerFor(asked);
  });

  const double: DigiLockerDouble = {
    access: {
      baseUrl: url,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      returnUrl: RETURN_URL,
      serviceName: 'Sample Finance',
      keys: [testIssuer().key],
      get timeoutMs() {
        return doubleTimeoutMs(double.token === 'silent' || double.document === 'silent');
      },
    },
    asked: [],
    token: 'answers',
    document: 'answers',
    allow(page, document) {
      const asked = new URL(page).searchParams;
      const code = randomBytes(20).toString('hex');
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', document });
      return { state: asked.get('state') ?? '', code };
    },
    close,
  };

  return double;
}
