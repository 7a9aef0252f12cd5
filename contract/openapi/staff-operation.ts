import type { Call } from '../src/call.ts';
import { findPermission } from '../src/call.ts';
import { STAFF_ERRORS, STAFF_HEADERS, type StaffErrorCode } from '../src/staff/wire.ts';
import { describeParameters, type Json, toSchema } from './schema.ts';

export const STAFF_PARAMETERS: Readonly<Record<string, Json>> = {
  [STAFF_HEADERS.requestId]: {
    name: STAFF_HEADERS.requestId,
    in: 'header',
    required: true,
    description: 'A new UUID for each change; a retry sends the same one.',
    schema: { type: 'string', format: 'uuid' },
  },
  [STAFF_HEADERS.assertion]: {
    name: STAFF_HEADERS.assertion,
    in: 'header',
    required: false,
    description:
      'A passkey assertion for exactly this call and content, as base64url of its JSON. Without it the answer is `passkey_needed` with the options to ask for.',
    schema: { type: 'string' },
  },
};

/** As `StaffErrorBody`. */
export const STAFF_ERROR: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { enum: Object.keys(STAFF_ERRORS) },
        refusal: {
          type: 'object',
          description: 'Why, with the values that the console makes its sentence of.',
          required: ['reason'],
          properties: { reason: { type: 'string' } },
          additionalProperties: {},
        },
        message: { type: 'string', description: 'The name of the reason.' },
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'problem'],
            properties: { path: { type: 'string' }, problem: { type: 'string' } },
          },
        },
        options: {},
        data: {},
      },
    },
  },
};

/** An operation of the console: JSON, with the HTTP status of each refusal. */
export function describeStaffCall(name: string, call: Call, description: string | undefined): Json {
  const permission = findPermission(call);
  return {
    operationId: name,
    tags: [`staff/${call.path.split('/')[2] ?? ''}`],
    ...(description && { description }),
    'x-who': permission === null ? call.who : 'staff',
    ...(permission !== null && { 'x-permission': permission }),
    'x-passkey': call.needsPasskey === true,
    'x-changes': call.changes === true,
    ...(call.shows && { 'x-shows': call.shows }),
    parameters: [
      ...describeParameters('path', call.params),
      ...describeParameters('query', call.query),
      ...listHeaders(call).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...(call.who !== 'anyone' && { security: [{ staffCookie: [] }] }),
    ...(call.method === 'POST' &&
      call.body && {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: toSchema(call.body, 'input') } },
        },
      }),
    responses: {
      200: { description: 'Done.', content: describeAnswer(call) },
      ...describeRefusals(),
    },
  };
}

function listHeaders({ changes, needsPasskey }: Call): string[] {
  return [
    ...(changes ? [STAFF_HEADERS.requestId] : []),
    ...(changes || needsPasskey ? [STAFF_HEADERS.assertion] : []),
  ];
}

function describeAnswer({ answerTypes, response }: Call): Json {
  if (answerTypes)
    return Object.fromEntries(
      answerTypes.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
    );

  const schema = {
    type: 'object',
    required: ['data'],
    properties: { data: toSchema(response, 'output') },
  };
  return { 'application/json': { schema } };
}

/** Several refusals share a status. */
function describeRefusals(): Json {
  const codes = Object.keys(STAFF_ERRORS) as StaffErrorCode[];
  const statuses = [...new Set(Object.values(STAFF_ERRORS))];
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/StaffError' } } };

  return Object.fromEntries(
    statuses.map((status) => {
      const description = codes.filter((code) => STAFF_ERRORS[code] === status).join(', ');
      return [status, { description, content }];
    }),
  );
}
