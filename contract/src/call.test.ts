import { describe, expect, test } from 'vitest';
import { buildPath, type Call, listCodes } from './call.ts';
import { CALLS } from './index.ts';

/**
 * The paths of specification §7 that are declared so far, as the specification writes them (base
 * path added).
 */
const SPECIFIED = [
  'POST /api/user/kyc/invoke/ocr',
  'POST /api/user/kyc/livingStart',
  'POST /api/user/kyc/livingResultQuery',
  'POST /api/user/kyc/saveKyc',
  'GET /api/user/kyc/ocrDetail',
  'POST /api/user/userBaseInfo/updateBaseInfo',
  'GET /api/user/userBaseInfo/infoView',
  'GET /api/user/userBaseInfo/realName',
  'POST /api/user/contacts/saveUserContacts',
  'GET /api/user/contacts',
  'POST /api/user/account/saveUserAccount',
  'GET /api/user/account/bankBranch',
  'POST /api/user/account/bankCodePreCheck',
  'POST /api/user/account/bankExtendInfo',
  'GET /api/user/account/userBandingAccount',
  'GET /api/user/dict/getByType/{type}',
  'GET /api/user/dict/inIfscDict',
  'GET /api/user/telecom/fotp',
  'GET /api/user/telecom/lotp',
  'POST /api/user/telecom/fv',
  'POST /api/user/telecom/lv',
  'GET /api/user/product/productList/V2/{param}',
  'POST /api/user/coupon/receiveCoupon/auth/complete',
  'GET /api/user/coupon/couponList',
  'POST /api/user/product/applyLoan',
  'POST /api/user/product/applyLoan/auto',
  'GET /api/user/borrow/borrowStatus',
  'GET /api/user/borrow/bill',
  'POST /api/user/borrow/failBorrowHandler',
  'GET /api/user/credit/creditInfo',
  'GET /api/user/public/appConfig',
  'GET /api/user/public/carousel',
  'POST /api/user/user/msg/center',
  'POST /api/user/user/deviceInformation',
  'POST /api/user/user/savePushToken',
  'GET /api/user/preorder/guidanceMsg',
  'POST /api/user/preorder/guidance/apply',
  'POST /api/user/login/otp',
  'POST /api/user/login/otpLoginCheck',
  'GET /api/user/user/status',
  'GET /api/user/login/loginOut',
  'POST /api/user/login/uniqueLogin',
  'GET /api/metric/config/info',
  'POST /api/metric/info/save',
  'POST /api/metric/event/1/{type}',
];

const declared: [string, Call][] = Object.entries(CALLS);

test('each call not marked as added is in the specification, and each specified call is declared once', () => {
  const own = declared
    .filter(([, call]) => !call.added)
    .map(([, call]) => `${call.method} ${call.path}`);
  expect(own.sort()).toEqual([...SPECIFIED].sort());
});

describe.each(declared)('%s', (_, call) => {
  test('declares a schema for each parameter of its path', () => {
    const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(call.params !== undefined).toBe(names.length > 0);

    if (names.length > 0)
      expect(buildPath(call, Object.fromEntries(names.map((name) => [name, 'a/b'])))).toContain(
        'a%2Fb',
      );
  });

  test('a GET carries no body, a changing POST may answer 422 and 700', () => {
    if (call.method === 'GET') expect(call.body).toBeUndefined();
    expect(listCodes(call).includes(700)).toBe(call.changes === true);
    expect(listCodes(call).includes(401)).toBe(call.who !== 'anyone');
  });
});

test('a missing path parameter is an error, not an empty segment', () => {
  expect(() => buildPath(CALLS.repayDetail)).toThrow('repayId');
});
