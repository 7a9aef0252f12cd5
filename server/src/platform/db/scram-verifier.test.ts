import { expect, test } from 'vitest';
import { ConfigError } from '../config/config-error.ts';
import { scramVerifier } from './scram-verifier.ts';

test('the verifier of the example in RFC 7677', () => {
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
  expect(scramVerifier('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
});

test('a new salt each time, and no password that a client would normalize', () => {
  expect(scramVerifier('pencil')).not.toBe(scramVerifier('pencil'));
  for (const password of ['', 'naïve']) expect(() => scramVerifier(password)).toThrow(ConfigError);
});
