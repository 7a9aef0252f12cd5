import type {
  FileHolder,
  FileReading,
  IssuerKey,
  SignedIdentity,
} from '../../platform/ports/identity-sources.ts';
import { FileRefusalError, settleReading } from './file-refusal.ts';
import { isMobileHash } from './mobile-hash.ts';
import { openShareZip } from './share-zip.ts';
import { digestFields, findValidKey, MAX_AHEAD_MS, readReference } from './signed-fields.ts';
import { decodeXml, type XmlElement } from './strict-xml.ts';
import { readXmlFields, readXmlPhoto } from './xml-fields.ts';
import { C14N, findChild, readSigned } from './xml-signature.ts';

const ROOT = 'OfflinePaperlessKyc';
/** The issuer asks that no older file be taken. */
const MAX_AGE_MS = 3 * 86_400_000;

/** Reads the Aadhaar Paperless Offline e-KYC file of somebody with this phone. */
export function readOfflineFile(
  upload: Buffer,
  holder: FileHolder,
  keys: readonly IssuerKey[],
): Promise<FileReading> {
  return settleReading(async () => {
    const bytes = await openShareZip(upload, holder.shareCode);
    return readDocument(decodeXml(bytes), holder, keys);
  });
}

async function readDocument(
  xml: string,
  holder: FileHolder,
  keys: readonly IssuerKey[],
): Promise<SignedIdentity> {
  const terms = { root: ROOT, keys, canonical: C14N };
  const { root, signature, signers } = await readSigned(xml, terms);
  const { last4, issuedAt } = requireReference(root, holder.now);
  const key = findValidKey(signers, issuedAt);
  if (!key) throw new FileRefusalError('key_not_valid');

  const data = findChild(root, 'UidData');
  requireMobile(findChild(data, 'Poi'), { ...holder, last4 });
  const fields = readXmlFields(data, { careOf: 'careof', landmark: 'landmark' });

  return {
    kind: 'offline_file',
    formatVersion: 'XML',
    keyId: key.keyId,
    referenceLast4: last4,
    issuedAt,
    fields,
    digests: digestFields(fields, signature),
    photo: readXmlPhoto(data),
  };
}

function requireReference(root: XmlElement, now: number): { last4: string; issuedAt: number } {
  const reference = readReference(root.attributes.get('referenceId') ?? '');
  if (!reference) throw new FileRefusalError('wrong_reference');

  const age = now - reference.issuedAt;
  if (age > MAX_AGE_MS) throw new FileRefusalError('too_old');
  if (age < -MAX_AHEAD_MS) throw new FileRefusalError('from_the_future');

  return reference;
}

/** Somebody with that phone asked for the file: the issuer sends a code to the number. */
function requireMobile(person: XmlElement, holder: FileHolder & { last4: string }): void {
  const hash = person.attributes.get('m') ?? '';
  if (!/^[0-9a-fA-F]{64}$/.test(hash)) throw new FileRefusalError('no_mobile');
  if (!isMobileHash(hash, holder)) throw new FileRefusalError('other_mobile');
}
