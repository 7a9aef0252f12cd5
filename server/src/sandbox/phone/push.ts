import type { Push } from '../../platform/ports/push.ts';

/** The sandbox's push service: every push is counted as sent, none leaves the machine; its page shows what it said. */
export function makeSandboxPush(publicKey: string): Push {
  return {
    publicKey,
    isService: (endpoint) => endpoint.startsWith('https://'),
    send: async () => ({ state: 'sent' }),
  };
}
