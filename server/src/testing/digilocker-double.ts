import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DigiLockerAccess } from '../providers/identity/digilocker-http.ts';
import { closeServer } from './close-server.ts';
import { doubleTimeoutMs } from './double-timeout.ts';
import { testIssuer } from './test-issuer.ts';

/** A request as it arrived. */
export interface LockerRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

/** How an address answers: as documented, with a status and a body, or not at all. */
export type LockerBehaviour =
  | 'answers'
  | 'silent'
  | { readonly status: number; readonly body: string };

/**
 * DigiLocker's Authorized Partner API on a local port, as far as `digilocker-http.ts` says where it
 * is documented.
 */
export interface DigiLockerDouble {
  readonly access: DigiLockerAccess;
  readonly asked: LockerRequest[];
  token: LockerBehaviour;
  document: LockerBehaviour;
  /** What the holder allows on the page: the return's `state` and `code`. */
  allow(page: string, document: string): { state: string; code: string };
  close(): Promise<void>;
}

const CLIENT_ID = 'DOUBLE01';
export const CLIENT_SECRET = 'secret of the double';
const RETURN_URL = 'https://app.example/digilocker';

const answer = (status: number, body: object) => ({ status, body: JSON.stringify(body) });
const refuse = (status: number, error: string) => answer(status, { error, error_description: '' });

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

  const giveToken = ({ form }: LockerRequest): LockerBehaviour => {
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
    return answer(200, {
      access_token,
      expires_in: 3600,
      token_type: 'Bearer',
      scope: 'files.issueddocs',
      refresh_token: 'never-used',
      ...ACCOUNT,
      eaadhaar: grant.document === '' ? 'N' : 'Y',
    });
  };

  const giveDocument = ({ authorization }: LockerRequest): LockerBehaviour => {
    const document = tokens.get(authorization?.replace('Bearer ', '') ?? '');
    if (document === undefined) return refuse(401, 'invalid_token');
    return document === '' ? refuse(404, 'aadhaar_not_linked') : { status: 200, body: document };
  };

  return { codes, tokens, giveToken, giveDocument };
}

export async function startDigiLockerDouble(): Promise<DigiLockerDouble> {
  const { codes, tokens, giveToken, giveDocument } = makeGrants();

  const answerFor = (request: LockerRequest): LockerBehaviour => {
    switch (request.path) {
      case '/public/oauth2/1/token':
        return double.token === 'answers' ? giveToken(request) : double.token;
      case '/public/oauth2/3/xml/eaadhaar':
        return double.document === 'answers' ? giveDocument(request) : double.document;
      case '/public/oauth2/1/revoke':
        tokens.delete(request.form.token ?? '');
        return answer(200, {});
      default:
        return refuse(404, 'not_found');
    }
  };

  const server = createServer(async (request, response) => {
    const asked = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      form: Object.fromEntries(new URLSearchParams(await readText(request))),
    };
    double.asked.push(asked);

    const given = answerFor(asked);
    if (typeof given !== 'string') response.writeHead(given.status).end(given.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const { port } = server.address() as AddressInfo;

  const double: DigiLockerDouble = {
    access: {
      baseUrl: `http://127.0.0.1:${port}`,
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
    close: () => closeServer(server),
  };

  return double;
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);

  return Buffer.concat(pieces).toString('utf8');
}
