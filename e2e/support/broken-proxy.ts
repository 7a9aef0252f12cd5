import { type AddressInfo, connect, createServer } from 'node:net';

/** A proxy to the app that breaks connections in the middle of a request, until it is repaired. */
export interface BrokenProxy {
  url: string;
  repair(): void;
  close(): void;
}

/**
 * Starts a proxy that breaks POST requests to a path.
 * @param afterBytes how much of the request passes before it breaks
 */
export async function startBrokenProxy(
  url: string,
  path: string,
  afterBytes: number,
): Promise<BrokenProxy> {
  const { hostname, port } = new URL(url);
  let isRepaired = false;
  const line = createServer((near) => {
    const far = connect(Number(port), hostname);

    const cut = () => {
      near.destroy();
      far.destroy();
    };

    let gone = -1;
    near.on('data', (bytes) => {
      if (gone < 0 && bytes.includes(`POST ${path} `)) gone = 0;
      if (gone >= 0) gone += bytes.length;
      // The browser retries on a new connection by itself: break that one too.
      if (!isRepaired && gone > afterBytes) cut();
      else far.write(bytes);
    });
    far.on('data', (bytes) => near.write(bytes));
    for (const end of [near, far]) end.on('error', cut).on('close', cut);
  });

  await new Promise<void>((resolve) => line.listen(0, hostname, resolve));

  const repair = () => {
    isRepaired = true;
  };
  return {
    url: `http://${hostname}:${(line.address() as AddressInfo).port}`,
    repair,
    close: () => line.close(),
  };
}
