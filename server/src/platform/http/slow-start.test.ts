import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { slowStart } from './slow-start.ts';

test('a server that is not ready in time says in a sentence what to do', async () => {
  const server = Fastify({ pluginTimeout: 1 });
  server.register(() => new Promise(() => undefined));

  const error: unknown = await server.ready().then(
    () => undefined,
    (cause: unknown) => cause,
  );

  expect(slowStart(error)?.message).toMatch(/^It was not ready after 5 minutes, .* Start it again/);
  expect(slowStart(new Error('another'))).toBeNull();
  expect(slowStart(null)).toBeNull();
});
