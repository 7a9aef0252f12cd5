import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smsValues, smsVariables } from './sms-values.ts';

test('days, times and amounts are written in what the operators let through', () => {
  const values = {
    amount: '₹1,00,000.50',
    penal: '₹450',
    dueDay: '2026-02-28',
    day: '2026-12-01',
    time: '18:45',
  };
  expect(smsVariables(values)).toEqual({
    amount: '100000.50',
    penal: '450',
    dueDay: '28/02/2026',
    day: '01/12/2026',
    time: '18.45',
    moment: '01/12/2026 18.45',
  });
});

test('constants and the parts of a link are not sent as variables', () => {
  const host = 'loans.example';
  const token = `${'a'.repeat(22)}.sms`;
  const values = { host, token, hours: '24', officer: 'A. Rao', officerPhone: '+91 80 4718 2000' };

  expect(smsVariables(values)).toEqual({ link: `https://${host}/#?openToken=${token}` });
  expect(smsValues(values)).toMatchObject({ officerPhone: '+91 80 4718 2000', hours: '24' });
});

test('a name keeps its letters in any script, within forty, and no other sign', () => {
  expect(smsVariables({ collector: "Conan O'Brien-Rao (2)" })).toEqual({
    collector: 'Conan O Brien Rao 2',
  });
  expect(smsVariables({ collector: 'रवि कुमार' })).toEqual({ collector: 'रवि कुमार' });
  expect(smsVariables({ collector: 'x'.repeat(60) })).toEqual({ collector: 'x'.repeat(40) });
});

test('whatever a value is, a variable has letters, digits, spaces, points and strokes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      expect(smsVariables({ collector: value }).collector).toMatch(
        /^[\p{L}\p{M}\p{N} ._/]{0,40}$/u,
      );
    }),
  );
});
