import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideEntry, decideSend, type OtpCounts, otpRules } from './otp.ts';

const now = 1_800_000_000_000;
const minutes = (...ago: number[]) => ago.map((n) => now - n * 60_000);
const none = { sends: {}, wrongEntries: {} };

describe('sending', () => {
  // Columns: earlier sends (minutes ago) for phone, device and address; the minutes to wait, 0 for
  // none; the rule.
  test.each<[string, OtpCounts, number, string]>([
    ['the first', {}, 0, ''],
    ['after half a minute', { phone: minutes(0.5) }, 0.5, 'phone-resend'],
    ['after a minute', { phone: minutes(1) }, 0, ''],
    ['the fifth in an hour', { phone: minutes(50, 40, 30, 20) }, 0, ''],
    ['the sixth in an hour', { phone: minutes(50, 40, 30, 20, 10) }, 10, 'phone-sends-per-hour'],
    ['the sixth, in any order', { phone: minutes(10, 50, 20, 40, 30) }, 10, 'phone-sends-per-hour'],
    ['the sixth, the first an hour ago', { phone: minutes(60, 40, 30, 20, 10) }, 0, ''],
    [
      'other phones from one device',
      { device: minutes(5, 4, 3, 2, 1) },
      55,
      'device-sends-per-hour',
    ],
    ['the twentieth from an address', { address: minutes(...Array(19).fill(30)) }, 0, ''],
    [
      'the twenty-first from an address',
      { address: minutes(...Array(20).fill(30)) },
      30,
      'address-sends-per-hour',
    ],
    [
      'the eleventh in a day',
      { phone: minutes(1300, 1200, 1100, 1000, 900, 800, 700, 600, 500, 400) },
      140,
      'phone-sends-per-day',
    ],
    [
      'the eleventh from all own devices',
      { own: minutes(2), owner: minutes(...Array(10).fill(20)) },
      40,
      'owner-sends-per-hour',
    ],
    [
      'the twenty-first of a day from all own devices',
      { owner: minutes(...Array(20).fill(600)) },
      840,
      'owner-sends-per-day',
    ],
    [
      'the forty-first from a /56',
      { address56: minutes(...Array(40).fill(30)) },
      30,
      'address56-sends-per-hour',
    ],
    [
      'the hundred and first from a /48',
      { address48: minutes(...Array(100).fill(30)) },
      30,
      'address48-sends-per-hour',
    ],
    [
      'the answer is the longest wait',
      { phone: minutes(50, 40, 30, 20, 0.5), address: minutes(...Array(20).fill(5)) },
      55,
      'address-sends-per-hour',
    ],
  ])('%s', (_name, sends, wait, rule) => {
    const expected =
      wait === 0 ? { allowed: true } : { allowed: false, waitUntilMs: now + wait * 60_000, rule };
    expect(decideSend({ ...none, sends }, now)).toEqual(expected);
  });
  test('a barred phone is sent no code', () => {
    const wrongEntries = { phone: minutes(5, 4, 3, 2, 1) };
    expect(decideSend({ ...none, wrongEntries }, now)).toMatchObject({
      allowed: false,
      rule: 'phone-wrong-per-hour',
    });
  });
});

describe('entering', () => {
  test.each<[string, OtpCounts, number, string]>([
    ['the first', {}, 0, ''],
    ['after four wrong', { phone: minutes(4, 3, 2, 1) }, 0, ''],
    ['after five wrong', { phone: minutes(50, 4, 3, 2, 1) }, 10, 'phone-wrong-per-hour'],
    [
      'after ten wrong in a day',
      { phone: minutes(900, 800, 700, 600, 500, 400, 300, 200, 100, 90) },
      540,
      'phone-wrong-per-day',
    ],
    ['five wrong from a device', { device: minutes(9, 8, 7, 6, 5) }, 51, 'device-wrong-per-hour'],
    ['five wrong from an own device', { own: minutes(9, 8, 7, 6, 5) }, 51, 'own-wrong-per-hour'],
    [
      'ten wrong from all own devices',
      { owner: minutes(...Array(10).fill(9)) },
      51,
      'owner-wrong-per-hour',
    ],
    [
      'two hundred wrong from a /56',
      { address56: minutes(...Array(200).fill(9)) },
      51,
      'address56-wrong-per-hour',
    ],
    [
      'five hundred wrong from a /48',
      { address48: minutes(...Array(500).fill(9)) },
      51,
      'address48-wrong-per-hour',
    ],
    ['ninety-nine wrong from an address', { address: minutes(...Array(99).fill(9)) }, 0, ''],
    [
      'a hundred wrong from an address',
      { address: minutes(...Array(100).fill(9)) },
      51,
      'address-wrong-per-hour',
    ],
  ])('%s', (_name, wrong, wait, rule) => {
    const expected =
      wait === 0 ? { allowed: true } : { allowed: false, waitUntilMs: now + wait * 60_000, rule };
    expect(decideEntry(wrong, now)).toEqual(expected);
  });
});

test('trying whenever allowed never passes a limit in any window, and the wait is exact', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 120 }), (gaps) => {
      const tried: number[] = [];
      let at = now;

      for (const gap of gaps) {
        at += gap * 60_000;

        const decision = decideEntry({ phone: tried }, at);
        if (decision.allowed) tried.push(at);
        else {
          expect(decideEntry({ phone: tried }, decision.waitUntilMs)).toEqual({ allowed: true });
          expect(decideEntry({ phone: tried }, decision.waitUntilMs - 1).allowed).toBe(false);
        }
      }

      for (const limit of otpRules.wrongEntries.phone) {
        for (const start of tried) {
          const inside = tried.filter((one) => one >= start && one < start + limit.windowMs);
          expect(inside.length).toBeLessThanOrEqual(limit.most);
        }
      }
    }),
  );
});
