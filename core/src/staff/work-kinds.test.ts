import { expect, test } from 'vitest';
import { ROLES } from './roles.ts';
import { maySeeWork, mayTakeWork, rolesThatSee, WORK_KINDS } from './work-kinds.ts';

test('every kind is seen and taken by somebody, and nobody takes what they do not see', () => {
  for (const kind of WORK_KINDS) {
    expect(rolesThatSee(kind), kind).not.toEqual([]);
    expect(
      ROLES.some((role) => mayTakeWork([role], kind)),
      kind,
    ).toBe(true);
    for (const role of ROLES)
      if (mayTakeWork([role], kind)) expect(maySeeWork([role], kind)).toBe(true);
  }
});

test('each role takes its own kinds', () => {
  const taken = Object.fromEntries(
    ROLES.map((role) => [role, WORK_KINDS.filter((kind) => mayTakeWork([role], kind))]),
  );
  expect(taken).toEqual({
    support: ['complaint'],
    reviewer: ['identity', 'bank_name', 'correction', 'sanctions', 'approval'],
    credit_officer: ['score', 'approval'],
    payments: ['proof', 'unclaimed', 'refund', 'payout', 'discrepancy', 'approval'],
    collections: ['approval'],
    grievance_officer: ['complaint', 'escalation', 'complaint_alarm', 'approval'],
    nodal_officer: ['complaint', 'escalation', 'last_level', 'complaint_alarm'],
    product_manager: ['approval'],
    accountant: ['approval', 'close_failure', 'self_check'],
    auditor: [],
    administrator: ['approval', 'close_failure', 'self_check'],
  });
});

test('an auditor sees money, complaints and faults, and takes none', () => {
  const seen = WORK_KINDS.filter((kind) => maySeeWork(['auditor'], kind));
  expect(seen).toEqual([
    'proof',
    'unclaimed',
    'refund',
    'payout',
    'discrepancy',
    'complaint',
    'escalation',
    'last_level',
    'complaint_alarm',
    'close_failure',
    'self_check',
  ]);
});

test('excluded roles together take no money', () => {
  expect(mayTakeWork(['administrator', 'payments'], 'refund')).toBe(false);
});
