import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { drawAgreement } from '../lending/documents/draw-agreement.ts';
import { sealFile } from '../lending/documents/seal-file.ts';
import type { SealFacts } from '../lending/documents/seal-words.ts';
import type { PaperSealer } from '../platform/ports/paper-sealer.ts';
import { makeCertificateSealer } from '../providers/papers/certificate-sealer.ts';
import { loadSandboxCertificate } from '../sandbox/papers/certificate.ts';
import { sampleAgreement } from './document-samples.ts';

const AT = Date.UTC(2026, 10, 24, 6, 1, 30);
export const folder = mkdtempSync(join(tmpdir(), 'noren-seal-'));

/** The sandbox’s sealer, and the facts of a seal. */
export function useSealer() {
  const sealing = {} as { sealer: PaperSealer };

  beforeAll(async () => {
    sealing.sealer = makeCertificateSealer(await loadSandboxCertificate(folder), () => AT);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const facts = (of: Partial<SealFacts> = {}): SealFacts => ({
    at: AT,
    signer: sealing.sealer.signer,
    bytes: sealing.sealer.mostBytes,
    isSandbox: false,
    orderNo: 'N261124ABCDEFGHJK',
    accepted: {
      at: AT - 30_000,
      deviceId: '6b1f0c1e-2f0e-4b7d-9a34-1c2d3e4f5a6b',
      sessionId: '0199c1de-5a6b-7b7d-9a34-1c2d3e4f5a6b',
    },
    ...of,
  });

  const sealAgreement = async (of: Partial<SealFacts> = {}): Promise<Buffer> =>
    sealFile(await drawAgreement(sampleAgreement('hi'), facts(of)), sealing.sealer);

  return Object.assign(sealing, { facts, sealAgreement });
}
