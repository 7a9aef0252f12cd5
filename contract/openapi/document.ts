import type * as z from 'zod/mini';
import type { Call } from '../src/call.ts';
import { listCodes } from '../src/call.ts';
import { CODES, type Code } from '../src/codes.ts';
import { APP_CODE, APP_VERSION, FILE_LIMIT_BYTES, HEADERS } from '../src/envelope.ts';
import { LANGUAGE_CODES } from '../src/languages.ts';
import { REASONS } from '../src/reasons.ts';
import { describeParameters, type Json, toSchema } from './schema.ts';
import { describeStaffCall, STAFF_ERROR, STAFF_PARAMETERS } from './staff-operation.ts';

const DESCRIPTION = `
Made from the declarations in \`contract/src\` by \`npm run openapi\`; never edited by hand.

**Envelope.** Every answer is \`{ "code": n, "msg": "…", "data": … }\`. The HTTP status is 200 for every answer that the
application decided, whatever its code; \`x-codes\` of an operation lists the codes it may answer. Any other status means
that the request never became a call: 400 cannot be opened or parsed, 404 no such call, 413 too large, 415 unsupported
media type, 429 too many requests, 5xx fault or overload. \`msg\` is in the language of \`Accept-Language\`.

**Session.** An operation with security needs the token of a sign-in in \`Authentication\` and the cookie set with it. \`x-who\`
says who may call: \`borrower\` is signed in, \`certified\` has completed the certification too.

**Sealed form.** In production every request and answer is sealed; the schemas here describe what is inside. HPKE, RFC 9180,
base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM. The client encapsulates to the key of
\`GET /api/user/public/sealKey\`, sends \`X-Seal: <keyId>.<base64url enc>\` and \`X-Encrypted: 1\`, and exports one secret of 32
bytes with the context \`noren/1\`. For each request, \`lines\` are the direction (\`request\` or \`response\`), the method, the
path with its query, and the values of \`X-App-Code\`, \`X-Device-Id\`, \`X-App-Version\`, \`Authentication\`, \`X-Request-Id\` and
\`X-Time\`, joined by line feeds, empty when absent. The key is HKDF-SHA256(secret, salt = the request id, info = lines, 16
bytes); the sealed text is base64url(12 random bytes of nonce, then the AES-128-GCM ciphertext). A JSON body is sent as
\`{ "sealed": … }\`; each value of a form body is sealed by itself; the parts of a multipart body are sent as they are; every
answer to a sealed request is \`{ "sealed": … }\`. A sandbox also takes plain requests, with \`X-Encrypted: 0\`;
production takes them for \`sealKey\` and \`draftKey\` only.

**Repeats.** An operation with \`x-changes\` is remembered by its \`X-Request-Id\`: the same content gets the same answer,
other content 422, and 700 while the first request still runs.

**The console.** Paths under \`/staff\` are the calls of the lender’s people, at the console’s own address: plain JSON, signed in
by a cookie. Success is \`{ "data": … }\`, a refusal \`{ "error": … }\` with the status of its code. \`x-permission\` is what
one of the person’s roles must include, \`x-passkey\` that each use needs a new assertion, \`x-shows\` what of a borrower the
answer may show unmasked.
`.trim();

const CODE_MEANINGS: Record<Code, string> = {
  200: 'success',
  314: 'the credit limit is still being evaluated',
  315: 'the offer is no longer available',
  316: 'confirm by code first',
  317: 'locked by an overdue order',
  400: 'invalid input',
  401: 'signed out',
  403: 'token is expired, or not allowed',
  404: 'not found',
  409: 'conflict; data.reason says which',
  420: 'certification is not complete',
  422: 'the request id was used with other content',
  429: 'too many requests; data.retryAfterSeconds says how long to wait',
  500: 'fault',
  700: 'repeated request, still running',
};

const uuid = { type: 'string', format: 'uuid' };

const HEADER_SCHEMAS: readonly (readonly [
  name: string,
  schema: Json,
  description: string,
  required: boolean,
])[] = [
  [HEADERS.appCode, { const: APP_CODE }, 'The app.', true],
  [HEADERS.deviceId, uuid, 'The installation: a cookie valid for 365 days.', true],
  [HEADERS.appVersion, { const: APP_VERSION }, 'The app’s version: 2.1.6 is sent as 216.', true],
  [HEADERS.encrypted, { enum: ['0', '1'] }, '1 sealed, 0 plain.', true],
  [
    HEADERS.requestId,
    uuid,
    'Made by the client and stored before sending; a retry sends the same one.',
    true,
  ],
  [
    HEADERS.time,
    { type: 'string', pattern: '^\\d+$' },
    'The client’s UTC milliseconds, within 5 minutes of the server’s.',
    true,
  ],
  [
    HEADERS.seal,
    { type: 'string' },
    'The id of the server’s key and the encapsulated point; only when sealed.',
    false,
  ],
  [
    'accept-language',
    { enum: [...LANGUAGE_CODES] },
    'The language of `msg` and of the texts in `data`.',
    false,
  ],
];

/** The OpenAPI 3.1 document of the calls. `descriptions` by call name. */
export function makeDocument(
  calls: Readonly<Record<string, Call>>,
  descriptions: Readonly<Record<string, string>>,
): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(calls).sort(([, a], [, b]) =>
    compare(toKey(a), toKey(b)),
  )) {
    const describe = call.path.startsWith('/staff/') ? describeStaffCall : describeCall;
    paths[call.path] = {
      ...paths[call.path],
      [call.method.toLowerCase()]: describe(name, call, descriptions[name]),
    };
  }

  return {
    openapi: '3.1.0',
    info: { title: 'Noren', version: '2.1.6', description: DESCRIPTION },
    servers: [{ url: '/' }],
    paths,
    components: {
      parameters: Object.fromEntries([
        ...HEADER_SCHEMAS.map(([name, schema, description, required]) => [
          name,
          { name, in: 'header', required, description, schema },
        ]),
        ...Object.entries(STAFF_PARAMETERS),
      ]),
      schemas: { ErrorData: ERROR_DATA, Refusal: refusal(), StaffError: STAFF_ERROR },
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: HEADERS.token,
          description: 'The session token of a sign-in.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-noren',
          description: 'The HttpOnly cookie set with the token.',
        },
        staffCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-noren-staff',
          description: 'The HttpOnly cookie of a sign-in to the console.',
        },
      },
    },
  };
}

const toKey = (call: Call): string => `${call.path} ${call.method}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function describeCall(name: string, call: Call, description: string | undefined): Json {
  const codes = [...listCodes(call)].sort((a, b) => a - b);
  return {
    operationId: name,
    tags: [
      call.path
        .split('/')
        .slice(2, 4)
        .join('/')
        .replace(/\/\{.*/, ''),
    ],
    ...(description && { description }),
    'x-who': call.who,
    'x-changes': call.changes === true,
    'x-codes': Object.fromEntries(codes.map((code) => [code, CODE_MEANINGS[code]])),
    parameters: [
      ...describeParameters('path', call.params),
      ...describeParameters('query', call.query),
      ...(call.bodyMayBeQuery ? describeParameters('query', call.body).map(besideBody) : []),
      ...HEADER_SCHEMAS.map(([header]) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...(call.who !== 'anyone' && { security: [{ token: [], cookie: [] }] }),
    ...(call.method === 'POST' &&
      call.body && {
        requestBody: { required: !call.bodyMayBeQuery, content: describeContent(call, call.body) },
      }),
    responses: {
      200: {
        description: codes.map((code) => `${code} ${CODE_MEANINGS[code]}`).join(' · '),
        content: { 'application/json': { schema: describeAnswer(call) } },
      },
      default: { description: 'The request never became a call.' },
    },
  };
}

/** A field of the body that may come in the query: needed in one of the two. */
const besideBody = (parameter: Json): Json => ({
  ...parameter,
  required: false,
  description: parameter.required ? 'Here or in the body.' : 'Here or in the body, if at all.',
});

function describeContent(call: Call, body: z.ZodMiniType): Json {
  const schema = toSchema(body, 'input');
  if (call.encoding === 'form') return { 'application/x-www-form-urlencoded': { schema } };
  if (call.encoding !== 'multipart') return { 'application/json': { schema } };

  const {
    properties,
    required = [],
    ...rest
  } = schema as { properties?: Json; required?: string[] };
  const file = {
    type: 'array',
    maxItems: call.files ?? 1,
    ...(!call.mayLackFiles && { minItems: 1 }),
    description: `At most ${FILE_LIMIT_BYTES} bytes each.`,
    items: { type: 'string', contentMediaType: 'application/octet-stream' },
  };

  return {
    'multipart/form-data': {
      schema: {
        ...rest,
        properties: { ...properties, file },
        required: [...required, ...(call.mayLackFiles ? [] : ['file'])],
      },
    },
  };
}

function describeAnswer(call: Call): Json {
  const success = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { const: CODES.success },
      msg: { type: 'string' },
      data: toSchema(call.response, 'output'),
    },
  };
  return { oneOf: [success, { $ref: '#/components/schemas/Refusal' }] };
}

function refusal(): Json {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { enum: Object.values(CODES).filter((code) => code !== CODES.success) },
      msg: { type: 'string' },
      data: { oneOf: [{ $ref: '#/components/schemas/ErrorData' }, { type: 'null' }] },
    },
  };
}

/** As `ErrorData` of the envelope. */
const ERROR_DATA: Json = {
  type: 'object',
  properties: {
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, problem: { type: 'string' } },
        required: ['path', 'problem'],
      },
    },
    retryAfterSeconds: { type: 'integer' },
    reason: { enum: [...REASONS] },
    mayGoOn: { type: 'boolean' },
    place: {
      type: 'object',
      properties: Object.fromEntries(
        ['left', 'top', 'width', 'height'].map((side) => [side, { type: 'number' }]),
      ),
      required: ['left', 'top', 'width', 'height'],
    },
    purpose: { type: 'string' },
    textVersion: { type: 'string' },
    serverTimeMs: { type: 'integer' },
    sealKey: {
      type: 'object',
      properties: { keyId: { type: 'string' }, publicKey: { type: 'string' } },
      required: ['keyId', 'publicKey'],
    },
  },
};
