import type { Push } from '../../platform/ports/push.ts';

/**
 * The sandbox's push service: reports every push as sent and sends none; the sandbox page shows the
 * text.
 */
export function makeSandboxPush(publicKey: string): Push {
  return {
    publicKey,
    isService: (endpoint) => endpoint.startsWith('https://'),
    send: async () => ({ state: 'sent' }),
  };
}
