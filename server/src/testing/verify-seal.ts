import { createHash, verify, X509Certificate } from 'node:crypto';
import { type Constructed, fromBER, type ObjectIdentifier, type OctetString } from 'asn1js';

/** What a reader of PDF files finds out about a sealed file. */
export interface ReadSeal {
  /** Whether the signature covers every byte but its own. */
  readonly isWhole: boolean;
  /** Whether the file is as it was signed, and the certificate's key signed it. */
  readonly isIntact: boolean;
  /** Whether the signature names its certificate by the certificate's hash. */
  readonly namesCertificate: boolean;
  /** The types of the signed attributes. */
  readonly attributes: readonly string[];
  readonly subFilter: string;
  readonly certificate: X509Certificate;
  /** The signed bytes and the signature, for other programs. */
  readonly content: Buffer;
  readonly cms: Buffer;
}

type Node = Constructed;

const children = (node: Node): Node[] => node.valueBlock.value as Node[];
const at = (node: Node | undefined, ...path: number[]): Node =>
  path.reduce((found, index) => children(found)[index] as Node, node as Node);
const bytes = (node: Node): Buffer => Buffer.from(node.valueBeforeDecodeView);
const oid = (node: Node): string => (node as unknown as ObjectIdentifier).valueBlock.toString();
const octets = (node: Node): Buffer =>
  Buffer.from((node as unknown as OctetString).valueBlock.valueHexView);

/** Reads and checks the signature of a PDF by other code than the program's. */
export function readSeal(pdf: Buffer): ReadSeal {
  const text = pdf.toString('latin1');
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(text);
  if (!range) throw new Error('the file has no signature');

  const [start, length, next, rest] = range.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const content = Buffer.concat([
    pdf.subarray(start, start + length),
    pdf.subarray(next, next + rest),
  ]);
  const hole = pdf.subarray(start + length, next).toString('latin1');
  const padded = Buffer.from(hole.slice(1, -1), 'hex');
  const { result, offset } = fromBER(new Uint8Array(padded).buffer);
  const signedData = at(result as Node, 1, 0);

  return {
    isWhole: start === 0 && next + rest === pdf.length && /^<[0-9a-f]+>$/.test(hole) && offset > 0,
    subFilter: /\/SubFilter \/([\w.]+)/.exec(text)?.[1] ?? '',
    ...checkSignedData(signedData, content),
    content,
    cms: padded.subarray(0, offset),
  };
}

const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

function checkSignedData(signedData: Node, content: Buffer) {
  const [, , , certificates, signers] = children(signedData);
  const certificate = new X509Certificate(bytes(at(certificates, 0)));
  const [, , , signed, , signature] = children(at(signers, 0));
  if (!signed || !signature) throw new Error('the signature has no signed attributes');

  const attributes = children(signed).map((attribute) => ({
    type: oid(at(attribute, 0)),
    value: at(attribute, 1, 0),
  }));
  const value = (type: string): Node => {
    const found = attributes.find((attribute) => attribute.type === type);
    if (!found) throw new Error(`no signed attribute ${type}`);
    return found.value;
  };
  const sha256 = (of: Buffer): Buffer => createHash('sha256').update(of).digest();

  // Signed as a set, though written with a tag of their own.
  const asSet = bytes(signed);
  asSet[0] = 0x31;

  return {
    certificate,
    attributes: attributes.map(({ type }) => type),
    isIntact:
      octets(value(MESSAGE_DIGEST)).equals(sha256(content)) &&
      verify('sha256', asSet, certificate.publicKey, octets(signature)),
    namesCertificate: octets(at(value(SIGNING_CERTIFICATE_V2), 0, 0, 0)).equals(
      sha256(certificate.raw),
    ),
  };
}
