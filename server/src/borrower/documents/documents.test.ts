import { createHash } from 'node:crypto';
import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { describe, expect, test } from 'vitest';
import {
  anActiveLoan,
  anAppliedLoan,
  aPaymentEvent,
  applyFor,
  aQuote,
  readRepayDetail,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import {
  open,
  readGroups,
  readKinds,
  useDocuments,
  viewDocument,
} from '../../testing/opened-documents.ts';
import { postChargeback } from '../../testing/repayments.ts';
import {
  aSignedInUser,
  becomeLinkSession,
  type SignedInUser,
  successData,
} from '../../testing/users.ts';

const papers = await useDocuments();
const { app, pass } = papers;

const nameIn = async (who: SignedInUser): Promise<string> =>
  successData(await who.client.send(CALLS.realName, {})).name ?? '';

async function pay(who: SignedInUser, repayId: string, amountPaise: number): Promise<void> {
  const { code } = await startFullPayment(who, repayId);
  expect(
    (
      await sendWebhook(
        app,
        aPaymentEvent(app, code, amountPaise, {
          paidAtMs: app.deps.now() + papers.days * 86_400_000,
        }),
      )
    ).status,
  ).toBe(200);
}

describe('before acceptance', () => {
  test('the KFS and the draft agreement are available and match what was shown', async () => {
    const who = await aSignedInUser(app);
    const { kfs } = await aQuote(who);

    expect(await readKinds(who)).toEqual(['kfs', 'wording']);

    const kfsPdf = await open(who, `kfs.${kfs.proposalNo}`);
    expect(kfsPdf).toMatchObject({ kind: 'kfs', language: 'en', mediaType: 'application/pdf' });
    expect(kfsPdf.sha256).toBe(createHash('sha256').update(kfsPdf.bytes).digest('hex'));
    for (const page of kfsPdf.pages) expect(page).toContain(kfs.hash);
    expect(kfsPdf.text).toContain('₹9,646.00');

    const wording = await open(who, `wording.${kfs.proposalNo}`);
    expect(wording.text).toContain('It is not accepted yet.');
    expect(wording.text).toContain(await nameIn(who));
  });
});

describe('a loan', () => {
  test('has its KFS and agreement at once, with the same bytes each time', async () => {
    const who = await aSignedInUser(app);
    const quoted = await aQuote(who);
    const { repayId } = successData(await applyFor(who, quoted));

    expect(await readKinds(who)).toEqual(['agreement', 'kfs']);

    const agreement = await open(who, `agreement.${repayId}`);
    for (const words of [
      await nameIn(who),
      quoted.kfs.hash,
      who.client.deviceId,
      repayId,
      'IFSC HDFC0000001',
    ])
      expect(agreement.text).toContain(words);

    app.advance(60_000);
    expect((await open(who, `agreement.${repayId}`)).sha256).toBe(agreement.sha256);
    expect((await viewDocument(who, `statement.${repayId}`)).code).toBe(CODES.notFound);
    expect((await viewDocument(who, `closing.${repayId}`)).code).toBe(CODES.notFound);
  });

  test('that is active has an account statement that matches the repay page', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    pass(20);

    const owed = await readRepayDetail(who, repayId);
    const { text } = await open(who, `statement.${repayId}`);

    expect(text).toContain('Not recorded yet: Penal charge for paying late');
    expect(text).toContain(`Closing balance on 14/12/2026 ${inRupees(owed.toPayPaise)}`);
    expect((await viewDocument(who, `closing.${repayId}`)).code).toBe(CODES.notFound);
  });

  test('has a receipt for each payment; amounts and allocations sum to what was paid', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    pass(20);
    await pay(who, repayId, rupees(4_000));
    pass(1);
    await pay(who, repayId, rupees(1_000));

    const [group] = await readGroups(who);
    const receipts = group?.documents.filter(({ kind }) => kind === 'receipt') ?? [];

    expect(receipts.reduce((sum, { amountPaise }) => sum + (amountPaise ?? 0), 0)).toBe(
      (await readRepayDetail(who, repayId)).paidPaise,
    );

    // Newest first.
    const [second, first] = await Promise.all(
      receipts.map(({ documentId }) => open(who, documentId)),
    );
    expect(first?.text).toContain(`${repayId}-R1`);
    expect(first?.text).toContain('Interest ₹150.00 Principal ₹3,850.00 Total received ₹4,000.00');
    expect(first?.text).toContain('Counts from 14/12/2026');
    expect(first?.text).toContain('Paid via UPI');
    expect(second?.text).toContain(`${repayId}-R2`);
    expect(second?.text).toContain('Total received ₹1,000.00');
    expect((await open(who, receipts[1]?.documentId ?? '')).sha256).toBe(first?.sha256);
  });

  test('that is repaid in full has its closing letter at once, with the overpayment', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    pass(15);
    await pay(who, repayId, rupees(10_151));
    expect(await readKinds(who)).toEqual(['agreement', 'closing', 'kfs', 'receipt', 'statement']);

    const letter = await open(who, `closing.${repayId}`);
    for (const words of [
      'was repaid in full on 09/12/2026',
      'Nothing is owed on it any more',
      await nameIn(who),
      '₹10,151.00',
    ])
      expect(letter.text).toContain(words);

    expect(letter.text).toContain('You overpaid ₹1.00');

    const account = await open(who, `statement.${repayId}`);
    pass(30);
    expect((await open(who, `statement.${repayId}`)).sha256).toBe(account.sha256);
    expect((await open(who, `closing.${repayId}`)).sha256).toBe(letter.sha256);
  });
});

describe('reversals and returns', () => {
  test.each([
    ['an operator', 'An entry was reversed'],
    ['the payer’s bank', 'Reversed by your bank'],
  ])(
    'a payment reversed by %s: its receipt says so, and there is no closing letter',
    async (by, words) => {
      const who = await aSignedInUser(app);
      const repayId = await anActiveLoan(app, who);

      pass(15);

      const { code, amountPaise } = await startFullPayment(who, repayId);
      const event = aPaymentEvent(app, code, amountPaise);

      await sendWebhook(app, event);

      const receipt =
        (await readGroups(who))[0]?.documents.find(({ kind }) => kind === 'receipt')?.documentId ??
        '';
      expect((await open(who, receipt)).text).not.toContain('reversed later');
      expect((await viewDocument(who, `closing.${repayId}`)).code).toBe(CODES.success);

      const { providerRef: paymentProviderRef, paidAtMs: takenAtMs, eventId } = event;
      const back = {
        kind: 'chargeback',
        eventId: `c${eventId}`,
        paymentProviderRef,
        amountPaise,
        takenAtMs,
      } as const;

      await (by === 'an operator'
        ? postChargeback(app, who, repayId, 'payment')
        : sendWebhook(app, back));
      expect((await open(who, receipt)).text).toContain('This payment was reversed later');
      expect((await viewDocument(who, `closing.${repayId}`)).code).toBe(CODES.notFound);
      expect((await open(who, `statement.${repayId}`)).text).toContain(words);
    },
  );
});

describe('access', () => {
  test('another user’s documents are not found', async () => {
    const owner = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, owner);

    pass(15);
    await pay(owner, repayId, rupees(10_150));

    const stranger = await aSignedInUser(app);
    const [group] = await readGroups(owner);

    for (const { documentId } of group?.documents ?? []) {
      expect((await viewDocument(owner, documentId)).code, documentId).toBe(CODES.success);
      expect((await viewDocument(stranger, documentId)).code, documentId).toBe(CODES.notFound);
    }

    expect(await readGroups(stranger)).toEqual([]);
  });

  test('a link session may open only the KFS, which has no personal data, without a code', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anAppliedLoan(who);
    const [group] = await readGroups(who);

    await becomeLinkSession(app, who);
    expect((await viewDocument(who, `kfs.${group?.proposalNo}`)).code).toBe(CODES.success);
    expect((await viewDocument(who, `agreement.${repayId}`)).code).toBe(CODES.confirmByCode);
  });

  test.each([
    'kfs',
    'kfs.',
    'receipt.N261124ABCDEFGHJK',
    'statement.a',
    'passport.N261124ABCDEFGHJK',
    `kfs.${'A'.repeat(40)}`,
  ])('%s names no document', async (documentId) => {
    const who = await aSignedInUser(app);
    expect((await viewDocument(who, documentId)).code).toBe(CODES.invalidInput);
  });
});

const inRupees = (amountPaise: number): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amountPaise / 100);
