import { readFile } from 'node:fs/promises';
import type { Config } from './platform/config/config.ts';
import { ConfigError } from './platform/config/config-error.ts';
import type { Deps } from './platform/deps.ts';
import type { PaperSealer } from './platform/ports/paper-sealer.ts';
import { makeCertificateSealer } from './providers/papers/certificate-sealer.ts';
import type { SigningKey } from './providers/papers/cms-signature.ts';
import { readPkcs12, UnusableCertificate } from './providers/papers/pkcs12.ts';

const SETTING = 'NOREN_PAPERS_CERTIFICATE_FILE';

/**
 * Who seals papers: the certificate of the configuration, or the sandbox's own. Null in a process
 * that seals nothing, and where no certificate is configured.
 * @throws ConfigError for a certificate that cannot be used
 */
export async function openPaperSealer(
  { papers }: Pick<Config, 'papers'>,
  sandboxKey: SigningKey | undefined,
  { now, log }: Pick<Deps, 'now' | 'log'>,
): Promise<PaperSealer | null> {
  if (!papers && sandboxKey) return makeCertificateSealer(sandboxKey, now);
  if (!papers) {
    log.warn('papers are not sealed: NOREN_PAPERS_CERTIFICATE_FILE is not set');
    return null;
  }
  if (papers.passphrase === null) return null;

  const file = await readFile(papers.certificateFile).catch((error: NodeJS.ErrnoException) => {
    throw unusable(`${papers.certificateFile} cannot be read (${error.code})`);
  });
  const sealer = makeCertificateSealer(readKey(file, papers.passphrase), now);
  // An ended certificate is found now, and not with the first loan.
  await sealer.seal(Buffer.alloc(32)).catch((error: Error) => {
    throw unusable(error.message);
  });

  return sealer;
}

const unusable = (why: string): ConfigError => new ConfigError(`${SETTING} is not usable: ${why}`);

function readKey(file: Buffer, passphrase: string): SigningKey {
  try {
    return readPkcs12(file, passphrase);
  } catch (error) {
    if (!(error instanceof UnusableCertificate)) throw error;
    throw unusable(error.message);
  }
}
