import { describe, expect, test } from 'vitest';
import { rupees, sum } from '../money/money.ts';
import { addDays, businessDay } from '../money/time.ts';
import { canonicalJson } from '../people/canonical-json.ts';
import {
  isKfsValid,
  type Kfs,
  type KfsSectionId,
  type Lender,
  listChargeCodes,
  makeKfs,
} from './kfs.ts';
import { priceLoan } from './offer.ts';
import { defaultProducts, findProduct, type ProductTerms } from './terms.ts';

const lender: Lender = {
  name: 'Noren Sandbox Finance Ltd',
  cin: 'U00000XX0000XXX000000',
  registrationNo: 'N-00.00000',
  grievanceOfficer: {
    name: 'Grievance Officer',
    phone: '1800000000',
    email: 'g@example.in',
    address: 'Sandbox',
  },
};

function priceKfs(
  code: string,
  principal: number,
  on: string,
  more: Partial<ProductTerms> = {},
): Kfs {
  const product = { ...findProduct(defaultProducts, code)!, ...more };
  const quote = priceLoan({ product, principal: rupees(principal), startDay: businessDay(on) });
  return makeKfs({ proposalNo: 'P-1', quote, product, lender });
}

const valueAt = (kfs: Kfs, section: KfsSectionId, id: string) => {
  return kfs.sections.find((one) => one.id === section)!.rows.find((row) => row.id === id)?.value;
};

describe('the key facts statement of N15 for 10,000', () => {
  const kfs = priceKfs('N15', 10_000, '2026-11-20');
  test.each<[KfsSectionId, string, string | number]>([
    ['part1', 'proposalNo', 'P-1'],
    ['part1', 'lender', lender.name],
    ['part1', 'sanctionedAmount', 1_000_000],
    ['part1', 'loanTerm', 15],
    ['part1', 'instalmentCount', 1],
    ['part1', 'repaymentStarts', '2026-12-05'],
    ['part1', 'interestPerDay', 1_000],
    ['part1', 'interestPerYear', 365_000],
    ['part1', 'processingFee', 30_000],
    ['part1', 'processingFeeGst', 5_400],
    ['part1', 'apr', 1_271_400],
    ['part1', 'penalChargePerDay', 1_000],
    ['part1', 'foreclosureCharges', 0],
    ['part1', 'extensionFee', 15_000],
    ['part2', 'coolingOff', 3],
    ['part2', 'feeOnReturn', 'kept'],
    ['part2', 'grievanceOfficerPhone', '1800000000'],
    ['apr', 'feesToLender', 35_400],
    ['apr', 'netDisbursed', 964_600],
    ['apr', 'totalInterest', 15_000],
    ['apr', 'totalRepayable', 1_015_000],
    ['apr', 'apr', 1_271_400],
  ])('%s %s is %s', (section, id, expected) => expect(valueAt(kfs, section, id)).toBe(expected));

  test('the computation adds up to the schedule', () => {
    const money = (id: string) => Number(valueAt(kfs, 'apr', id));
    expect(money('sanctionedAmount') - money('feesToLender') - money('feesToThirdParties')).toBe(
      money('netDisbursed'),
    );
    expect(money('sanctionedAmount') + money('totalInterest')).toBe(money('totalRepayable'));
    expect(sum(kfs.schedule.map((row) => row.amount))).toBe(money('totalRepayable'));
  });

  test('no id occurs twice in a section', () => {
    for (const { rows } of kfs.sections)
      expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });

  test('it cites the constants it used', () => {
    expect(kfs.constants.map((row) => row.name)).toEqual([
      'kfsShortTenorBelowDays',
      'kfsValidWorkingDays',
      'gstOnFeesPpm',
    ]);
  });
});

// 2026-11-20 is a Friday.
test.each([
  ['N15', 15, '2026-11-20', '2026-11-25'],
  ['N07', 7, '2026-11-20', '2026-11-25'],
  ['N07', 6, '2026-11-20', '2026-11-23'],
  ['N07', 6, '2026-11-18', '2026-11-19'],
])('%s for %i days made on %s may be accepted until %s', (code, tenorDays, on, until) => {
  const kfs = priceKfs(code, 5_000, on, { tenorDays });
  expect(kfs.validUntilDay).toBe(until);
  expect(isKfsValid(kfs, kfs.validUntilDay)).toBe(true);
  expect(isKfsValid(kfs, addDays(kfs.validUntilDay, 1))).toBe(false);
  expect(isKfsValid(kfs, addDays(kfs.issuedDay, -1))).toBe(false);
});

test('another product than the one quoted is refused', () => {
  const product = findProduct(defaultProducts, 'N15')!;
  const quote = priceLoan({
    product,
    principal: rupees(5_000),
    startDay: businessDay('2026-11-20'),
  });
  const parts = { proposalNo: 'P-1', quote, lender };

  expect(() => makeKfs({ ...parts, product: { ...product, version: 2 } })).toThrow(RangeError);
  expect(() => makeKfs({ ...parts, product: findProduct(defaultProducts, 'N07')! })).toThrow(
    RangeError,
  );
});

test('the same statement is written the same, another one differently', () => {
  const text = canonicalJson(priceKfs('N15', 10_000, '2026-11-20'));
  expect(canonicalJson(priceKfs('N15', 10_000, '2026-11-20'))).toBe(text);
  expect(canonicalJson(priceKfs('N15', 10_500, '2026-11-20'))).not.toBe(text);
});

test('a key facts statement carries the charges it states, and no other', () => {
  const carried = (more: Partial<ProductTerms>) =>
    listChargeCodes(priceKfs('N15', 10_000, '2026-11-20', more));
  expect(carried({})).toEqual(['processing_fee', 'interest', 'penal_charge']);
  expect(carried({ feePpm: 0 })).toEqual(['interest', 'penal_charge']);
  expect(carried({ interestPpmPerDay: 0 })).toEqual(['processing_fee', 'penal_charge']);
  expect(listChargeCodes({ sections: [] })).toEqual([]);
});
