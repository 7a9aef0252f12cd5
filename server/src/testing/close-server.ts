import type { Server } from 'node:http';

/** Stops a provider's double; its open connections end at once. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
