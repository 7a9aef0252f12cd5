import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { slowDown } from '../pages/slow-network.ts';

/**
 * Milliseconds that so many bytes need on the slow network and nothing else: one connection, all up in one request, all
 * down in another, by bare `node:http` on both sides.
 */
export async function carryBare({ downBytes, upBytes }: { downBytes: number; upBytes: number }): Promise<number> {
  const server = createServer((request, answer) => {
    request.resume().once('end', () => answer.end(request.method === 'GET' ? Buffer.alloc(downBytes) : 'ok'));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const network = await slowDown((server.address() as AddressInfo).port);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const began = performance.now();
  await send(network.port, agent, 'POST', Buffer.alloc(upBytes));
  await send(network.port, agent, 'GET');
  const spent = performance.now() - began;
  agent.destroy();
  await network.stop();
  server.close();
  return spent;
}

async function send(port: number, agent: Agent, method: string, body?: Buffer): Promise<void> {
  const outgoing = request({ host: '127.0.0.1', port, agent, method });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
}
