import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSampleIssuer, type SampleIssuer } from './sign-code.ts';

/** The issuer of a sandbox's cards: its key is made once and stays in the data folder. */
export async function loadSampleIssuer(dataDir: string): Promise<SampleIssuer> {
  const path = join(dataDir, 'sandbox-issuer.pem');
  const known = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (known !== null) return makeSampleIssuer(createPrivateKey(known));

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${path}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  });
  await rename(`${path}.new`, path);

  return makeSampleIssuer(privateKey);
}
