import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifyLedger } from '../verify-ledger.ts';
import { openCrashed } from './crashed.ts';
import { granted } from './given.ts';
import { becomePerson, control, killLeftovers, type Person, startProcess } from './own-process.ts';

/* kill -9 between any two steps of what is agreed while a loan runs: as in crash.test.ts, nothing is lost or done twice. */
const { settings, db, killAt } = await openCrashed();
afterEach(killLeftovers);

async function addendumOf(person: Person) {
  const body = { repayId: person.repayId ?? '', days: 7 };
  return granted(await person.send(CALLS.quoteExtension, { body })).addendum;
}

const kindsOf = async (person: Person) => {
  const answer = await person.send(CALLS.repayEntries, { params: { repayId: person.repayId ?? '' } });
  return granted(answer).entries.map(({ kind }) => kind);
};
const owedBy = async (person: Person) =>
  granted(await person.send(CALLS.repayDetail, { query: {}, params: { repayId: person.repayId ?? '' } }));

test.each(['idempotency', 'addenda'])(
  'killed while an addendum is accepted, just before it writes to %s',
  async (table) => {
    let program = await startProcess(settings, 'api');
    const person = await becomePerson(program.url, 'due-tomorrow');
    const { addendumNo, hash } = await addendumOf(person);
    const accept = { body: { addendumNo, hash, acknowledged: true as const }, requestId: randomUUID() };
    await killAt(table, program.kill, () => person.send(CALLS.acceptExtension, accept).catch(() => 'lost'));
    program = await startProcess(settings, 'api');
    const answer = await person.send(CALLS.acceptExtension, accept);
    expect(answer, answer.msg).toMatchObject({ code: 200, data: { addendum: { addendumNo, isAccepted: true } } });
    expect(await person.send(CALLS.acceptExtension, accept)).toEqual(answer);
    await program.stop();
    expect(await verifyLedger(db)).toEqual([]);
  },
  120_000,
);

test.each(['provider_events', 'journals', 'orders', 'users'])(
  'killed while an extension is paid, just before it writes to %s',
  async (table) => {
    let program = await startProcess(settings, 'all');
    const person = await becomePerson(program.url, 'due-tomorrow');
    const repayId = person.repayId ?? '';
    const { addendumNo, hash, newDueDay } = await addendumOf(person);
    granted(await person.send(CALLS.acceptExtension, { body: { addendumNo, hash, acknowledged: true } }));
    const body = { repayId, kind: 'extension', addendumNo, channel: 'upi' } as const;
    const { code, amountPaise } = granted(await person.send(CALLS.startPayment, { body }));
    await killAt(table, program.kill, () => control(program.url, 'pay', { code }).catch(() => 'lost'));
    program = await startProcess(settings, 'all');
    await vi.waitFor(
      async () =>
        expect(await person.send(CALLS.viewPayment, { params: { code } })).toMatchObject({ data: { state: 'paid' } }),
      { timeout: 60_000, interval: 200 },
    );
    expect(await owedBy(person)).toMatchObject({
      extendedDueDay: newDueDay,
      principalOwedPaise: 500_000,
      paidPaise: amountPaise,
    });
    const kinds = await kindsOf(person);
    for (const kind of ['extension', 'payment']) expect(kinds.filter((one) => one === kind)).toHaveLength(1);
    await program.stop();
    expect(await verifyLedger(db)).toEqual([]);
  },
  120_000,
);

describe('killed while a second operator approves a waiver, just before it writes to', () => {
  test.each(['operator_requests', 'journals', 'audit_log'])(
    '%s',
    async (table) => {
      let program = await startProcess(settings, 'api');
      const person = await becomePerson(program.url, 'overdue');
      const waiver = { kind: 'waiver', repayId: person.repayId, rupees: 10, reason: 'goodwill', operator: 'Asha' };
      const { requestId } = await control<{ requestId: string }>(program.url, 'ask', waiver);
      const approval = { requestId, operator: 'Bela', decision: 'approve' };
      await killAt(table, program.kill, () => control(program.url, 'decide', approval).catch(() => 'lost'));
      program = await startProcess(settings, 'api');
      expect(await owedBy(person)).toMatchObject({ waivedPaise: 0 });
      await control(program.url, 'decide', approval);
      expect(await owedBy(person)).toMatchObject({ waivedPaise: 1_000 });
      await expect(control(program.url, 'decide', approval)).rejects.toThrow('409');
      expect((await kindsOf(person)).filter((kind) => kind === 'waiver')).toHaveLength(1);
      await program.stop();
      expect(await verifyLedger(db)).toEqual([]);
    },
    120_000,
  );
});
