import { X509Certificate } from 'node:crypto';
import type { PaperSealer } from '../../platform/ports/paper-sealer.ts';
import { makeCmsSignature, readHolder, type SigningKey } from './cms-signature.ts';

/** What a signature has beside its certificates: attributes, names, and a key's own bytes. */
const WITHOUT_CERTIFICATES = 2_048;

/** Seals with a certificate whose private key this process holds. */
export function makeCertificateSealer(key: SigningKey, now: () => number): PaperSealer {
  const [own] = key.certificates;
  const { validFromDate, validToDate } = new X509Certificate(own);
  const certificateBytes = key.certificates.reduce((sum, { length }) => sum + length, 0);

  return {
    name: 'certificate',
    signer: readHolder(own),
    mostBytes: certificateBytes + WITHOUT_CERTIFICATES,
    async seal(sha256) {
      if (now() < validFromDate.getTime() || now() > validToDate.getTime())
        throw new Error(
          `the certificate that seals papers is valid until ${validToDate.toISOString()}`,
        );

      return makeCmsSignature(key, sha256);
    },
  };
}
