import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptPush } from './encrypt-push.ts';

/** RFC 8291, appendix A. */
const RFC = {
  message: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  body: `DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml
mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT
pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN`.replaceAll('\n', ''),
};

test('a message is encrypted as in the example of RFC 8291', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from(RFC.senderPrivate, 'base64url'));

  const body = encryptPush(RFC.message, RFC.keys, {
    salt: Buffer.from(RFC.salt, 'base64url'),
    sender,
  });
  expect(body.toString('base64url')).toBe(RFC.body);
});

test('the same message is another one each time it is sent', () => {
  const heads = [1, 2].map(() => encryptPush('hello', RFC.keys).subarray(0, 86).toString('hex'));
  expect(heads[0]).not.toBe(heads[1]);
});

test('a message that fills one record is sent, and a longer one is refused', () => {
  expect(encryptPush('a'.repeat(4079), RFC.keys)).toHaveLength(86 + 4096);
  expect(() => encryptPush('a'.repeat(4080), RFC.keys)).toThrow('too long');
  // Letters of three bytes count as three.
  expect(() => encryptPush('ठ'.repeat(1360), RFC.keys)).toThrow('too long');
});

test.each([
  ['no point of the curve', Buffer.alloc(65, 4).toString('base64url')],
  ['half a key', RFC.keys.p256dh.slice(0, 40)],
  ['no key', ''],
])('a browser’s key that is %s is refused', (_what, p256dh) => {
  expect(() => encryptPush('hello', { ...RFC.keys, p256dh })).toThrow();
});
