import { expect, test } from 'vitest';
import { maskEmail } from './email.ts';

test.each([
  ['asha.v@mail.example', 'a••••@••••.example'],
  ['a@b.co.in', 'a••••@••••.in'],
  ['"x@y"@b.org', '"••••@••••.org'],
])('%s is shown as %s', (address, shown) => {
  expect(maskEmail(address)).toBe(shown);
});
