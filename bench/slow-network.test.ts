import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { slowDown } from './pages/slow-network.ts';

/** Five seconds of the link. */
const LARGE_BYTES = 1_000_000;

/** Answers each connection's first bytes: "large" or "small". */
async function startOrigin(): Promise<number> {
  const origin = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      socket.write(Buffer.alloc(String(request) === 'large' ? LARGE_BYTES : 1));
    });
  });
  await once(origin.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void origin.close());

  return (origin.address() as AddressInfo).port;
}

test('a small answer does not wait behind a large one of another connection', async () => {
  const slow = await slowDown(await startOrigin());
  onTestFinished(() => slow.stop());
  const large = connect(slow.port, '127.0.0.1');
  const small = connect(slow.port, '127.0.0.1');

  let arrivedBytes = 0;
  large.on('data', (chunk) => {
    arrivedBytes += chunk.length;
  });
  large.write('large');
  await once(large, 'data');

  small.write('small');
  await once(small, 'data');

  expect(arrivedBytes).toBeLessThan(LARGE_BYTES / 2);
});
