/** What Node's `crypto` is asked for, as every browser has it. */
export const webcrypto = globalThis.crypto;
