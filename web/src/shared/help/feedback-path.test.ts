import { expect, it } from 'vitest';
import { feedbackPath } from './feedback-path.ts';

it.each([
  ['/repay/RABC1234567890', '', '/feedback?order=RABC1234567890'],
  ['/order', '?id=RABC1234567890', '/feedback?order=RABC1234567890'],
  ['/upload-voucher', '?id=RABC1234567890', '/feedback?order=RABC1234567890'],
  ['/order', '', '/feedback'],
  ['/user', '?id=RABC1234567890', '/feedback'],
])('feedback begun on %s%s is opened at %s', (pathname, search, path) => {
  expect(feedbackPath(pathname, search)).toBe(path);
});
