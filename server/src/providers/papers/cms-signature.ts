import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto';
import forge from 'node-forge';

const { asn1 } = forge;
type Node = forge.asn1.Asn1;

const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class;
const { SEQUENCE, SET, OID, INTEGER, OCTETSTRING, NULL } = asn1.Type;

const OIDS = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
};

/** A certificate with its private key, and the certificates above it. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  /** DER, the key's own first. */
  readonly certificates: readonly [Buffer, ...Buffer[]];
}

/**
 * A detached CMS signature over a content with this SHA-256, as PAdES baseline B-B wants it:
 * content type, digest and signing-certificate-v2 are signed, and the time is not, because the
 * PDF's own entry says it. Source: ETSI EN 319 142-1, 6.3; RFC 5652; RFC 5035.
 */
export function makeCmsSignature({ privateKey, certificates }: SigningKey, sha256: Buffer): Buffer {
  const [own] = certificates;
  const attributes = encodeAttributes(sha256, own);
  const set = node(SET, attributes);
  const signature = sign('sha256', toBuffer(set), privateKey);

  const signerInfo = sequence(
    integer(1),
    readIssuerAndSerial(own),
    sequence(oid(OIDS.sha256)),
    tagged(0, attributes),
    signatureAlgorithm(privateKey),
    octets(signature),
  );
  const signedData = sequence(
    integer(1),
    node(SET, [sequence(oid(OIDS.sha256))]),
    sequence(oid(OIDS.data)),
    tagged(0, certificates.map(fromBuffer)),
    node(SET, [signerInfo]),
  );

  return toBuffer(sequence(oid(OIDS.signedData), tagged(0, [signedData])));
}

/** The signed attributes, ordered by their encoding as DER wants the elements of a set. */
function encodeAttributes(sha256: Buffer, certificate: Buffer): Node[] {
  const certHash = createHash('sha256').update(certificate).digest();
  const attribute = (type: string, value: Node): Node => sequence(oid(type), node(SET, [value]));

  return [
    attribute(OIDS.contentType, oid(OIDS.data)),
    attribute(OIDS.messageDigest, octets(sha256)),
    // SHA-256 is the default of ESSCertIDv2, and DER leaves defaults out.
    attribute(OIDS.signingCertificateV2, sequence(sequence(sequence(octets(certHash))))),
  ].sort((one, other) => Buffer.compare(toBuffer(one), toBuffer(other)));
}

/** Which certificate signed: its issuer's name and its number, as they are in it. */
function readIssuerAndSerial(certificate: Buffer): Node {
  const [body] = fromBuffer(certificate).value as Node[];
  const fields = body?.value as Node[];
  const first = fields[0]?.tagClass === CONTEXT_SPECIFIC ? 1 : 0;
  const [serial, , issuer] = fields.slice(first);
  if (!serial || !issuer) throw new TypeError('a certificate has a number and an issuer');

  return sequence(issuer, serial);
}

function signatureAlgorithm({ asymmetricKeyType }: KeyObject): Node {
  return asymmetricKeyType === 'ec'
    ? sequence(oid(OIDS.ecdsaWithSha256))
    : sequence(oid(OIDS.rsa), asn1.create(UNIVERSAL, NULL, false, ''));
}

const node = (type: forge.asn1.Type, value: Node[]): Node =>
  asn1.create(UNIVERSAL, type, true, value);
const sequence = (...value: Node[]): Node => node(SEQUENCE, value);
const tagged = (tag: number, value: Node[]): Node =>
  asn1.create(CONTEXT_SPECIFIC, tag as forge.asn1.Type, true, value);
const oid = (text: string): Node =>
  asn1.create(UNIVERSAL, OID, false, asn1.oidToDer(text).getBytes());
const integer = (value: number): Node =>
  asn1.create(UNIVERSAL, INTEGER, false, asn1.integerToDer(value).getBytes());
const octets = (bytes: Buffer): Node =>
  asn1.create(UNIVERSAL, OCTETSTRING, false, bytes.toString('latin1'));

const toBuffer = (value: Node): Buffer => Buffer.from(asn1.toDer(value).getBytes(), 'latin1');
const fromBuffer = (der: Buffer): Node => asn1.fromDer(der.toString('latin1'));

/** What a certificate calls its holder: the common name, or the whole name where it has none. */
export function readHolder(certificate: Buffer): string {
  const read = new X509Certificate(certificate);
  const { CN } = read.toLegacyObject().subject;
  return [CN].flat()[0] ?? read.subject.replaceAll('\n', ', ');
}
