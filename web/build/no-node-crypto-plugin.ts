import type { Plugin } from 'vite';

/** The sealing's library asks Node for its crypto where a browser has none; every browser we serve has it. */
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
