import type { Plugin } from 'vite';

/**
 * Removes Node's crypto from `@hpke/core`: a fallback for browsers without WebCrypto, and we serve none. Without this the
 * build warns of it and adds an empty chunk.
 */
export function noNodeCrypto(): Plugin {
  return {
    name: 'noren-no-node-crypto',
    transform: {
      filter: { id: /node_modules[\\/]@hpke[\\/]/, code: /import\("crypto"\)/ },
      handler: (code) => ({
        code: code.replaceAll('await import("crypto")', 'await Promise.reject(new Error("no crypto"))'),
        map: null,
      }),
    },
  };
}
