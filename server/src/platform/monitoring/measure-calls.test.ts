import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { measureCalls } from './measure-calls.ts';
import { makeMetrics } from './metrics.ts';

test('a fault counts by its HTTP status, a refusal by its code, an aborted call not at all', async () => {
  const metrics = makeMetrics();
  const server = Fastify();

  measureCalls(server, 'app', metrics);

  const answers = {
    away: [503, 500],
    fault: [500, 500],
    refused: [200, 409],
    other: [404, 0],
  } as const;
  for (const [call, [status, code]] of Object.entries(answers))
    server.get(`/${call}`, { config: { call } }, (_request, reply) => {
      reply.answerCode = code;
      return reply.code(status).send('');
    });

  server.get('/left', { config: { call: 'left' } }, (_request, reply) => {
    reply.isAborted = true;
    return reply.code(503).send('');
  });
  for (const call of [...Object.keys(answers), 'left']) await server.inject({ url: `/${call}` });

  const text = await metrics.render([]);
  const counted = [
    ...text.matchAll(/noren_call_seconds_count\{server="app",call="(\w+)",code="(\d+)"\} 1$/gm),
  ];

  expect(counted.map(([, call, code]) => `${call} ${code}`)).toEqual([
    'away 503',
    'fault 500',
    'refused 409',
    'other 404',
  ]);
});
