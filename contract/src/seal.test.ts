import { describe, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { prepareSeal } from './request-headers.ts';
import {
  encapsulate,
  openText,
  SEAL_LABEL,
  SEAL_SECRET_BYTES,
  sealLines,
  sealText,
} from './seal.ts';
import { exportSecret } from './seal-sender.ts';
import { sealSuite } from './seal-suite.ts';

const hex = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(text.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []);
const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** RFC 9180, Appendix A.3.1: base mode of DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM. */
const vector = {
  info: '4f6465206f6e2061204772656369616e2055726e',
  ikmE: '4270e54ffd08d79d5928020af4686d8f6b7d35dbe470265f1f5aa22816ce860e',
  ikmR: '668b37171f1072f3cf12ea8a236a45df23fc13b82af3609ad1e354f6ef817550',
  publicKey:
    '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
  enc: '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
  plain: '4265617574792069732074727574682c20747275746820626561757479',
  encryptions: [
    [
      '436f756e742d30',
      '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
    ],
    [
      '436f756e742d31',
      'fa6f037b47fc21826b610172ca9637e82d6e5801eb31cbd3748271affd4ecb06646e0329cbdf3c3cd655b28e82',
    ],
  ],
  exports: [
    ['', '5e9bc3d236e1911d95e65b576a8a86d478fb827e8bdfe77b741b289890490d4d'],
    ['00', '6cff87658931bda83dc857e6353efe4987a201b849658d9b047aab4cf216e796'],
    ['54657374436f6e74657874', 'd8f1ea7942adbba7412c6d431c62d01371ea476b823eb697e1f6e6cae1dab85a'],
  ],
} as const;

async function vectorContexts() {
  const suite = sealSuite();
  const recipient = await suite.kem.deriveKeyPair(hex(vector.ikmR).buffer);
  const sender = await suite.createSenderContext({
    recipientPublicKey: recipient.publicKey,
    info: hex(vector.info),
    ekm: await suite.kem.deriveKeyPair(hex(vector.ikmE).buffer),
  });
  const receiver = await suite.createRecipientContext({
    recipientKey: recipient.privateKey,
    info: hex(vector.info),
    enc: hex(vector.enc),
  });

  return { suite, recipient, sender, receiver };
}

describe('the suite reproduces RFC 9180, A.3.1', () => {
  test('key pair and encapsulation', async () => {
    const { suite, recipient, sender } = await vectorContexts();
    expect(toHex(await suite.kem.serializePublicKey(recipient.publicKey))).toBe(vector.publicKey);
    expect(toHex(sender.enc)).toBe(vector.enc);
  });

  test('encryptions in order', async () => {
    const { sender, receiver } = await vectorContexts();
    for (const [aad, cipherText] of vector.encryptions) {
      expect(toHex(await sender.seal(hex(vector.plain), hex(aad)))).toBe(cipherText);
      expect(toHex(await receiver.open(hex(cipherText), hex(aad)))).toBe(vector.plain);
    }
  });

  test.each(vector.exports)('export of context %j on both sides', async (context, secret) => {
    const { sender, receiver } = await vectorContexts();
    expect(toHex(await sender.export(hex(context), 32))).toBe(secret);
    expect(toHex(await receiver.export(hex(context), 32))).toBe(secret);
  });

  test.each(vector.exports)(
    "export of context %j by the app's own sender",
    async (context, secret) => {
      const keyPair = await sealSuite().kem.deriveKeyPair(hex(vector.ikmE).buffer);
      const sender = { publicKey: hex(vector.publicKey), keyPair, info: hex(vector.info) };
      expect(toHex((await exportSecret(sender, hex(context))).buffer)).toBe(secret);
    },
  );
});

test('a public key that is no point of the curve is refused', async () => {
  const { keyPair } = await prepareSeal('k1');
  const publicKey = hex(vector.publicKey).with(64, 0);
  await expect(exportSecret({ publicKey, keyPair }, hex('00'))).rejects.toThrow();
});

describe('sealing a text', () => {
  const headers = { 'x-device-id': 'd', 'x-request-id': 'r', authentication: 't', 'x-time': '1' };
  const lines = sealLines('request', 'POST', '/api/user/x?a=1', headers);

  async function sealed() {
    const suite = sealSuite();
    const pair = await suite.kem.generateKeyPair();
    const point = new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey));
    const seal = await encapsulate({ keyId: 'k1', publicKey: toBase64Url(point) });

    return {
      suite,
      pair,
      seal,
      text: await sealText(seal.secret, 'r', lines, '{"amount":1,"₹":"é"}'),
    };
  }

  test('opening returns the sealed text, and the header has the key id and the encapsulation', async () => {
    const { suite, pair, seal, text } = await sealed();
    expect(await openText(seal.secret, 'r', lines, text)).toBe('{"amount":1,"₹":"é"}');

    const [keyId, enc = ''] = seal.header.split('.');
    expect(keyId).toBe('k1');

    const receiver = await suite.createRecipientContext({
      recipientKey: pair.privateKey,
      enc: fromBase64Url(enc),
    });
    expect((await receiver.export(new TextEncoder().encode(SEAL_LABEL), 32)).byteLength).toBe(32);
  });

  test('an encapsulation is completed from the key pair that it was prepared with', async () => {
    const suite = sealSuite();
    const server = await suite.kem.generateKeyPair();
    const publicKey = toBase64Url(
      new Uint8Array(await suite.kem.serializePublicKey(server.publicKey)),
    );
    const prepared = await prepareSeal('k1');
    const seal = await encapsulate({ keyId: 'k1', publicKey }, prepared.keyPair);

    expect(seal.header).toBe(prepared.header);

    const enc = fromBase64Url(prepared.header.slice('k1.'.length));
    const receiver = await suite.createRecipientContext({ recipientKey: server.privateKey, enc });
    const secret = await receiver.export(new TextEncoder().encode(SEAL_LABEL), SEAL_SECRET_BYTES);
    const theirs = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);

    expect(
      await openText(theirs, 'r', lines, await sealText(seal.secret, 'r', lines, 'whole')),
    ).toBe('whole');
  });

  test('sealing the same text twice gives two results', async () => {
    const { seal, text } = await sealed();
    expect(await sealText(seal.secret, 'r', lines, '{"amount":1,"₹":"é"}')).not.toBe(text);
  });

  test.each([
    ['another direction', sealLines('response', 'POST', '/api/user/x?a=1', headers), 'r'],
    ['another method', sealLines('request', 'GET', '/api/user/x?a=1', headers), 'r'],
    ['another query', sealLines('request', 'POST', '/api/user/x?a=2', headers), 'r'],
    [
      'another session',
      sealLines('request', 'POST', '/api/user/x?a=1', { ...headers, authentication: 'u' }),
      'r',
    ],
    [
      'another device',
      sealLines('request', 'POST', '/api/user/x?a=1', { ...headers, 'x-device-id': 'e' }),
      'r',
    ],
    [
      'another time',
      sealLines('request', 'POST', '/api/user/x?a=1', { ...headers, 'x-time': '2' }),
      'r',
    ],
    ['another request id', lines, 's'],
  ])('does not open for %s', async (_, otherLines, requestId) => {
    const { seal, text } = await sealed();
    await expect(openText(seal.secret, requestId, otherLines, text)).rejects.toThrow();
  });

  test('does not open after a byte was altered', async () => {
    const { seal, text } = await sealed();
    const bytes = fromBase64Url(text);
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await expect(openText(seal.secret, 'r', lines, toBase64Url(bytes))).rejects.toThrow();
  });
});

test.each([0, 1, 2, 3, 65, 40_000])('base64url of %i bytes and back', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
  const text = toBase64Url(bytes);
  expect(text).toMatch(/^[\w-]*$/);
  expect([...fromBase64Url(text)]).toEqual([...bytes]);
});
