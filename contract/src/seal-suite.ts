import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';

/**
 * The suite of RFC 9180, Appendix A.3: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM. For the
 * server, which derives the secret of a seal; the app has `seal-sender.ts`.
 */
export function sealSuite(): CipherSuite {
  return new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes128Gcm(),
  });
}
