import { expect, test } from 'vitest';
import { makeSerialNumber } from './certificate.ts';

test.each([0x00, 0x7f, 0x80, 0xff])(
  'a number that begins with %i is positive and has no needless zeros',
  (first) => {
    const [written = 0] = Buffer.from(makeSerialNumber(Buffer.alloc(16, first)), 'hex');
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(0x80);
  },
);
