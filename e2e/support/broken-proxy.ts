import { type AddressInfo, connect, createServer } from 'node:net';

/** A way to the app whose connections break in the middle of what is sent to a path, until it is mended. */
export interface BrokenProxy {
  url: string;
  mend(): void;
  close(): void;
}

/**
 * Lays a line to the app.
 * @param path where it breaks
 * @param afterBytes so much of that request goes through
 */
export async function startBrokenProxy(url: string, path: string, afterBytes: number): Promise<BrokenProxy> {
  const { hostname, port } = new URL(url);
  let isMended = false;
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
      // The browser itself tries a connection anew that it had open already: that one breaks too.
      if (!isMended && gone > afterBytes) cut();
      else far.write(bytes);
    });
    far.on('data', (bytes) => near.write(bytes));
    for (const end of [near, far]) end.on('error', cut).on('close', cut);
  });
  await new Promise<void>((resolve) => line.listen(0, hostname, resolve));
  const mend = () => {
    isMended = true;
  };
  return { url: `http://${hostname}:${(line.address() as AddressInfo).port}`, mend, close: () => line.close() };
}
