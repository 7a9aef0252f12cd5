import type { FileRefusal, IssuerKey } from '../../platform/ports/identity-sources.ts';
import { FileRefusalError } from './file-refusal.ts';
import { wasSignedByAny } from './signed-fields.ts';
import { readStrictXml, type XmlElement } from './strict-xml.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
/** The exclusive form: it gives the same text, as only a signature may name a name space here. */
export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = `${DSIG}enveloped-signature`;
/**
 * Published files are signed with SHA-1 over a digest by SHA-256. Two texts with one SHA-1 do not
 * help a forger here: what SHA-1 is taken of is fixed but for that digest.
 */
const SIGNATURE_METHODS = [`${DSIG}rsa-sha1`, 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'];
const DIGEST_METHOD = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** What a signature covers, and who signed. */
export interface SignedText {
  /** The canonical text whose digest was signed: nothing else of the document may be read. */
  readonly text: string;
  readonly signature: Buffer;
  readonly signers: readonly IssuerKey[];
}

/** A document's root, who may have signed it, and which canonical form its signature names. */
interface SignatureTerms {
  readonly root: string;
  readonly keys: readonly IssuerKey[];
  readonly canonical: string;
}

/**
 * Reads what the signature of a document covers, and nothing else of it.
 * @throws FileRefusalError
 */
export async function readSigned(xml: string, terms: SignatureTerms) {
  const unproved = readStrictXml(xml);
  requireRoot(unproved, terms.root);
  const { text, signature, signers } = await verifyEnveloped(xml, unproved, terms);

  const root = readStrictXml(text);
  requireRoot(root, terms.root);

  return { root, signature, signers };
}

/**
 * Verifies the enveloped signature of a document of the issuer. The certificate inside it is not
 * looked at: anybody can put one there.
 * @throws FileRefusalError
 */
export async function verifyEnveloped(
  xml: string,
  root: XmlElement,
  { keys, canonical }: Omit<SignatureTerms, 'root'>,
): Promise<SignedText> {
  const element = checkShape(root, canonical);
  const value = findChild(element, 'SignatureValue').text.replace(/\s+/g, '');
  const signature = Buffer.from(value, 'base64');
  // Base64 has bits that mean nothing, and Node reads over what it does not know.
  if (signature.toString('base64') !== value) throw new FileRefusalError('other_shape');

  const { SignedXml } = await import('xml-crypto');
  const signatureXml = guardLines(xml.slice(element.start, element.end));
  const guarded = guardLines(xml);
  const signers: IssuerKey[] = [];
  let text: string | undefined;

  for (const key of keys) {
    const signed = new SignedXml({ publicCert: key.publicKey, getCertFromKeyInfo: () => null });
    signed.loadSignature(signatureXml);
    if (!holds(signed, guarded)) continue;

    const [reference, ...others] = signed.getSignedReferences();
    if (reference === undefined || others.length > 0)
      throw new FileRefusalError('several_references');
    text = reference;
    signers.push(key);
  }

  if (text === undefined)
    throw new FileRefusalError(wasSignedByAny(signature, keys) ? 'altered' : 'unknown_key');
  return { text, signature, signers };
}

/** The package's parser takes these for ends of lines, which XML 1.0 does not. */
const guardLines = (xml: string): string =>
  xml.replaceAll('\u0085', '&#x85;').replaceAll('\u2028', '&#x2028;');

/** The package returns false for another digest, and throws for another signature. */
function holds(signed: { checkSignature(xml: string): boolean }, xml: string): boolean {
  try {
    return signed.checkSignature(xml);
  } catch {
    return false;
  }
}

/** The one signature of a document, which signs the whole of it in the one way that is known. */
function checkShape(root: XmlElement, canonical: string): XmlElement {
  const all = listElements(root);
  const count = (name: string): number => all.filter((element) => element.name === name).length;
  const refuse = (isBroken: boolean, reason: FileRefusal): void => {
    if (isBroken) throw new FileRefusalError(reason);
  };

  refuse(all.some(hasId), 'moved_id');
  refuse(count('Signature') === 0, 'no_signature');
  refuse(count('Signature') > 1, 'several_signatures');
  refuse(count('SignedInfo') > 1, 'several_signed_infos');
  refuse(count('Reference') > 1, 'several_references');
  refuse(all.some(hasForeignName), 'other_shape');

  const signature = findChild(root, 'Signature');
  refuse(signature.attributes.get('xmlns') !== DSIG, 'other_shape');
  const info = findChild(signature, 'SignedInfo');
  const reference = findChild(info, 'Reference');
  refuse(reference.attributes.get('URI') !== '', 'other_reference');

  const transforms = findChild(reference, 'Transforms').children.map(readAlgorithm);
  const isKnown =
    transforms[0] === ENVELOPED && transforms.slice(1).every((one) => one === canonical);
  refuse(!isKnown || transforms.length > 2, 'other_transform');

  const method = (parent: XmlElement, name: string) => readAlgorithm(findChild(parent, name));
  refuse(method(info, 'CanonicalizationMethod') !== canonical, 'other_algorithm');
  refuse(!SIGNATURE_METHODS.includes(method(info, 'SignatureMethod')), 'other_algorithm');
  refuse(method(reference, 'DigestMethod') !== DIGEST_METHOD, 'other_algorithm');
  refuse(!/^\s*[\w+/]{43}=\s*$/.test(findChild(reference, 'DigestValue').text), 'other_shape');

  return signature;
}

/**
 * A document around the signed one, or inside it, would be read in its place by somebody.
 * @throws FileRefusalError
 */
function requireRoot(root: XmlElement, name: string): void {
  const isOne = listElements(root).filter((element) => element.name === name).length === 1;
  if (root.name !== name || !isOne) throw new FileRefusalError('wrong_root');
}

const readAlgorithm = ({ attributes, children }: XmlElement): string =>
  children.length === 0 ? (attributes.get('Algorithm') ?? '') : '';

const listElements = (element: XmlElement): XmlElement[] => [
  element,
  ...element.children.flatMap(listElements),
];

const hasId = ({ attributes }: XmlElement): boolean =>
  [...attributes.keys()].some((name) => /^(.*:)?id$/i.test(name));

/** With a prefix, or in a namespace that only the signature has. */
const hasForeignName = ({ name, attributes }: XmlElement): boolean =>
  name.includes(':') ||
  [...attributes.keys()].some(
    (key) => key.includes(':') || (key === 'xmlns' && name !== 'Signature'),
  );

/**
 * The only child of that name.
 * @throws FileRefusalError
 */
export function findChild(element: XmlElement, name: string): XmlElement {
  const [child, ...others] = element.children.filter((one) => one.name === name);
  if (!child || others.length > 0) throw new FileRefusalError('other_shape');

  return child;
}
