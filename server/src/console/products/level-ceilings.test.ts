import type { StaffProposal } from '@noren/contract/staff/approvals';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { describe, expect, test } from 'vitest';
import { useConsole } from '../../testing/staff.ts';
import { useLedgerApp } from '../../testing/use-app.ts';

const app = await useLedgerApp();
const desk = await useConsole(app);
const maker = await desk.as('product_manager');
const checker = await desk.as('product_manager', 'second');

const REASON = 'as counsel advises';
const today = () => app.deps.today();

const aCeiling = (more: object = {}) => ({
  kind: 'level_ceiling',
  level: 'document_seen',
  ceilingPaise: rupees(3_000),
  effectiveFrom: addDays(today(), 30),
  citation: 'Opinion of counsel, November 2026',
  ...more,
});

const propose = (proposal: unknown) =>
  maker.send('propose', { body: { proposal: proposal as StaffProposal, reason: REASON } });

describe('the ceiling of an identity level', () => {
  test('is set by two people, and auditors read the reason and the opinion behind it', async () => {
    const { requestId } = await maker.data('propose', {
      body: { proposal: aCeiling() as StaffProposal, reason: REASON },
    });
    const { effectNow } = await checker.data('approval', { params: { requestId } });
    expect(effectNow?.facts).toEqual([
      { what: 'level_ceiling', before: String(rupees(10_000)), after: String(rupees(3_000)) },
    ]);
    await checker.data('approve', { body: { requestId, seen: effectNow! } });

    const auditor = await desk.as('auditor');
    const { rows } = await auditor.data('levelCeilings');
    expect(rows[0]).toMatchObject({
      level: 'document_seen',
      ceilingPaise: rupees(3_000),
      citation: 'Opinion of counsel, November 2026',
      decision: { reason: REASON, decidedAt: app.deps.now() },
      isInForce: false,
    });
    expect(rows.filter(({ isInForce }) => isInForce).map(({ level }) => level)).toHaveLength(3);
  });

  test.each([
    ['today', () => ({ effectiveFrom: today() }), 'version_day_past'],
    ['on a day that has one', () => ({}), 'ceiling_day_taken'],
    [
      'above the largest loan',
      () => ({ level: 'full', ceilingPaise: rupees(80_001) }),
      'ceiling_above_maximum',
    ],
    [
      'of a higher level below a lower one',
      () => ({ level: 'source_checked', ceilingPaise: rupees(2_999) }),
      'ceiling_below_lower_level',
    ],
  ])('is refused %s', async (_why, more, reason) => {
    expect(await propose(aCeiling(more()))).toMatchObject({
      ok: false,
      error: { refusal: { reason } },
    });
  });

  test.each([
    ['a negative amount', { ceilingPaise: -1 }],
    ['the level of nobody', { level: 'none' }],
    ['no opinion', { citation: '  ' }],
    ['a very long opinion', { citation: 'x'.repeat(201) }],
  ])('is refused with %s', async (_why, more) => {
    expect(await propose(aCeiling(more))).toMatchObject({
      ok: false,
      error: { refusal: { reason: 'fields_invalid' } },
    });
  });
});
