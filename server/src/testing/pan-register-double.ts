import type { PanRegisterAccess } from '../providers/identity/pan-register-http.ts';
import { type Behaviour, doubleTimeoutMs, type RawRequest, serveDouble } from './http-double.ts';

/** A request as it arrived. */
interface PanRequest {
  readonly path: string;
  readonly headers: RawRequest['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Sandbox Financial Technologies' KYC API on a local port, as documented at
 * developer.sandbox.co.in/api-reference/authenticate and
 * developer.sandbox.co.in/api-reference/kyc/pan/endpoints/verify_pan_details.
 */
export interface PanRegisterDouble {
  readonly access: PanRegisterAccess;
  readonly asked: PanRequest[];
  /** How it answers a check. */
  behaviour: Behaviour;
  /** Fields of the documentation's sample answer that are different. */
  fields: Readonly<Record<string, unknown>>;
  /** Ends the token that was given last. */
  endToken(): void;
  close(): Promise<void>;
}

const API_KEY = 'key_test_aDouble';
export const API_SECRET = 'secret_test_aDouble';

/** The documentation's sample. */
const SAMPLE = {
  '@entity': 'in.co.sandbox.kyc.pan_verification.response',
  category: 'individual',
  status: 'valid',
  remarks: null,
  name_as_per_pan_match: true,
  date_of_birth_match: true,
  aadhaar_seeding_status: 'y',
};

export async function startPanRegisterDouble(): Promise<PanRegisterDouble> {
  let tokens = 0;
  let isTokenEnded = false;

  const grant = (data: object) => ({
    status: 200,
    body: {
      code: 200,
      timestamp: 1_750_687_659_809,
      transaction_id: '3a31716a-6a4d-4670-83fe-849d8209e35a',
      data,
    },
  });
  const refuse = (code: number, message: string) => ({
    status: code,
    body: { code, timestamp: 1_750_687_659_809, message },
  });

  const answerFor = ({ path, headers, body }: PanRequest) => {
    if (headers['x-api-key'] !== API_KEY) return refuse(403, 'Bad Credentials');
    if (path === '/authenticate') {
      if (headers['x-api-secret'] !== API_SECRET) return refuse(403, 'Bad Credentials');
      tokens += 1;
      isTokenEnded = false;
      return grant({ access_token: `token-${tokens}` });
    }

    if (isTokenEnded || headers.authorization !== `token-${tokens}`)
      return refuse(403, 'Access revoked');
    if (double.behaviour !== 'answers') return double.behaviour;
    if (body.consent !== 'Y') return refuse(422, 'Consent Required');
    if (!/^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/.test(String(body.pan)))
      return refuse(422, 'Invalid PAN pattern');

    return grant({ ...SAMPLE, pan: body.pan, ...double.fields });
  };

  const { url, close } = await serveDouble(({ url: { pathname: path }, headers, body }) => {
    const asked = { path, headers, body: JSON.parse(`${body}` || '{}') };
    double.asked.push(asked);
    return answerFor(asked);
  });

  const double: PanRegisterDouble = {
    access: {
      baseUrl: url,
      apiKey: API_KEY,
      apiSecret: API_SECRET,
      get timeoutMs() {
        return doubleTimeoutMs(double.behaviour === 'silent');
      },
    },
    asked: [],
    behaviour: 'answers',
    fields: {},
    endToken: () => {
      isTokenEnded = true;
    },
    close,
  };

  return double;
}
