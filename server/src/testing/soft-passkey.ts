import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const UP_UV = 0x05;
const HAS_CREDENTIAL = 0x40;

/**
 * A passkey in software, for tests: ES256, with user verification. Only its key is not in a device.
 */
export function makeSoftPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest();
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authData = (flags: number, more = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpIdHash, Buffer.of(flags), count, more]);
  };

  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
  };
  return {
    /** Answers `navigator.credentials.create`. */
    attest(options: unknown): Record<string, unknown> {
      const { challenge } = options as { challenge: string };
      const length = Buffer.alloc(2);

      length.writeUInt16BE(id.length);

      const key = encodeKey(publicKey);
      const data = authData(
        UP_UV | HAS_CREDENTIAL,
        Buffer.concat([Buffer.alloc(16), length, id, key]),
      );
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]);

      return {
        ...common,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString(
            'base64url',
          ),
          transports: ['internal'],
        },
      };
    },
    /** Answers `navigator.credentials.get`. */
    assert(options: unknown): Record<string, unknown> {
      const { challenge } = options as { challenge: string };
      counter += 1;

      const client = clientData('webauthn.get', challenge);
      const data = authData(UP_UV);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);

      return {
        ...common,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        },
      };
    },
  };
}

/** A P-256 key as COSE, in which WebAuthn sends it. */
function encodeKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);

  return Buffer.from(isoCBOR.encode(cose as never));
}

export type SoftPasskey = ReturnType<typeof makeSoftPasskey>;
