/**
 * The sender's side of HPKE (RFC 9180) in base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256,
 * AES-128-GCM, as far as a secret is exported from it. Written with WebCrypto alone, because every
 * daily screen waits for it and `@hpke/core` is 6 KiB of Brotli larger. Sections are the RFC's,
 * whose vectors are tests.
 */

type Bytes = Uint8Array<ArrayBuffer>;

const ascii = (text: string): Bytes => new TextEncoder().encode(text);

const EMPTY = new Uint8Array(0);
/** §4.1: the id of the KEM, and §5.1: of the suite. */
const KEM = Uint8Array.of(...ascii('KEM'), 0x00, 0x10);
const SUITE = Uint8Array.of(...ascii('HPKE'), 0x00, 0x10, 0x00, 0x01, 0x00, 0x01);
const BASE_MODE = Uint8Array.of(0x00);
/** Of SHA-256, and of every secret derived here: one round of HKDF-Expand is enough. */
const HASH_BYTES = 32;
/** HKDF takes a missing salt as zeros; WebCrypto refuses an empty key. */
const NO_SALT = new Uint8Array(HASH_BYTES);

function join(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;

  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }

  return whole;
}

async function hmac(key: Bytes, ...parts: readonly Uint8Array[]): Promise<Bytes> {
  const imported = await crypto.subtle.importKey(
    'raw',
    key,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, join(...parts)));
}

/** §4, LabeledExtract. */
const extract = (suite: Bytes, salt: Bytes, label: string, secret: Bytes): Promise<Bytes> =>
  hmac(salt, ascii('HPKE-v1'), suite, ascii(label), secret);

/** §4, LabeledExpand to {@link HASH_BYTES}. */
const expand = (suite: Bytes, secret: Bytes, label: string, info: Bytes): Promise<Bytes> =>
  hmac(
    secret,
    Uint8Array.of(0, HASH_BYTES),
    ascii('HPKE-v1'),
    suite,
    ascii(label),
    info,
    Uint8Array.of(1),
  );

interface Sender {
  /** The recipient's uncompressed point. */
  readonly publicKey: Bytes;
  /** Ephemeral: for one encapsulation alone. */
  readonly keyPair: CryptoKeyPair;
  readonly info?: Bytes;
}

/**
 * Encapsulates to the recipient's public key and exports a secret of 32 bytes (§4.1, §5.1 and
 * §5.3).
 * @param exporterContext what the secret is for
 * @throws DataError when the public key is no point of P-256
 */
export async function exportSecret(
  { publicKey, keyPair, info = EMPTY }: Sender,
  exporterContext: Bytes,
): Promise<Bytes> {
  const recipient = await crypto.subtle.importKey(
    'raw',
    publicKey,
    { name: 'ECDH', namedCurve: 'P-256' },
    false,
    [],
  );
  const [point, shared, noPskHash, infoHash] = await Promise.all([
    crypto.subtle.exportKey('raw', keyPair.publicKey),
    crypto.subtle.deriveBits(
      { name: 'ECDH', public: recipient },
      keyPair.privateKey,
      8 * HASH_BYTES,
    ),
    extract(SUITE, NO_SALT, 'psk_id_hash', EMPTY),
    extract(SUITE, NO_SALT, 'info_hash', info),
  ]);
  const extracted = await extract(KEM, NO_SALT, 'eae_prk', new Uint8Array(shared));
  const sharedSecret = await expand(
    KEM,
    extracted,
    'shared_secret',
    join(new Uint8Array(point), publicKey),
  );
  const secret = await extract(SUITE, sharedSecret, 'secret', EMPTY);
  const exporter = await expand(SUITE, secret, 'exp', join(BASE_MODE, noPskHash, infoHash));

  return expand(SUITE, exporter, 'sec', exporterContext);
}
