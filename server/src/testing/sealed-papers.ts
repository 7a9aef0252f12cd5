import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import type { PaperSealer } from '../platform/ports/paper-sealer.ts';
import { makeCertificateSealer } from '../providers/papers/certificate-sealer.ts';
import { loadSandboxCertificate } from '../sandbox/papers/certificate.ts';
import { readSandboxMessages } from '../sandbox/phone/store.ts';
import { viewDocument } from './opened-documents.ts';
import { useApp, useDays } from './use-app.ts';
import { type SignedInUser, successData } from './users.ts';
import { readSeal } from './verify-seal.ts';

/** A certificate of the sandbox, made for these tests and removed after the last test. */
export async function useCertificate() {
  const folder = await mkdtemp(join(tmpdir(), 'noren-papers-'));
  afterAll(() => rm(folder, { recursive: true }));
  return loadSandboxCertificate(folder);
}

/** An app that seals papers, and whose days pass in a test. */
export async function useSealedPapers() {
  const key = await useCertificate();

  /** What keeps the sealer from sealing, and how often it was asked. */
  const sealing = { trouble: 'none' as 'none' | 'no answer', seals: 0 };

  const papers = (now: () => number): { sealsPapers: true; paperSealer: PaperSealer } => {
    const sealer = makeCertificateSealer(key, now);
    return {
      sealsPapers: true,
      paperSealer: {
        ...sealer,
        async seal(sha256) {
          sealing.seals += 1;
          if (sealing.trouble === 'no answer') throw new Error('the sealer did not answer');
          return sealer.seal(sha256);
        },
      },
    };
  };

  const app = await useApp({ providers: papers });
  const { pass } = useDays(app);

  afterEach(() => {
    sealing.trouble = 'none';
  });

  async function open(who: SignedInUser, documentId: string) {
    const file = successData(await viewDocument(who, documentId));
    const bytes = Buffer.from(file.contentBase64, 'base64');
    return { ...file, bytes };
  }

  const openSealed = async (who: SignedInUser, documentId: string) => {
    const { bytes, language } = await open(who, documentId);
    return { bytes, language, ...readSeal(bytes) };
  };

  const isSealed = async (who: SignedInUser, documentId: string): Promise<boolean> =>
    (await open(who, documentId)).bytes.includes('/SubFilter /ETSI.CAdES.detached');

  const readSent = async (who: SignedInUser, template: string) =>
    (await readSandboxMessages(app.deps.db, who.phone)).filter(
      (sent) => sent.template === template,
    );

  return Object.assign(sealing, { app, open, openSealed, papers, pass, isSealed, readSent });
}
