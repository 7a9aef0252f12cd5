import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { describe, expect, test } from 'vitest';
import { anActiveLoan, aQuote } from '../../testing/loans.ts';
import {
  open,
  readGroups,
  readKinds,
  useDocuments,
  viewDocument,
} from '../../testing/opened-documents.ts';
import { anAcceptedExtension, quoteExtension, startAndPay } from '../../testing/repayments.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, pass } = await useDocuments();

describe('before acceptance', () => {
  test('a KFS stays in its original language, and the list contains only a few old quotes', async () => {
    const who = await aSignedInUser(app, { language: 'es' });
    const { kfs } = await aQuote(who);

    expect((await open(who, `kfs.${kfs.proposalNo}`)).text).toContain('Declaración de datos clave');
    for (const amount of [2_000, 3_000, 4_000]) await aQuote(who, { rupees: amount });
    expect(await readGroups(who)).toHaveLength(3);
  });
});

describe('a loan', () => {
  test('that is extended has its addendum once accepted, and the fee in the account', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    pass(13);

    const { addendum } = successData(await quoteExtension(who, repayId));
    expect(await readKinds(who)).not.toContain('addendum');
    await anAcceptedExtension(who, repayId);

    const accepted = await open(who, `addendum.${addendum.addendumNo}`);
    for (const words of [
      'You pay now ₹307.00',
      '131.11%',
      addendum.hash,
      'It has not taken effect so far',
    ])
      expect(accepted.text).toContain(words);

    await startAndPay(app, who, { repayId, kind: 'extension', addendumNo: addendum.addendumNo });
    expect((await open(who, `addendum.${addendum.addendumNo}`)).text).toContain(
      'It has taken effect',
    );
    expect(await readKinds(who)).toContain('addendum');

    const receipt = (await readGroups(who))[0]?.documents.find(({ kind }) => kind === 'receipt');
    const { text } = await open(who, receipt?.documentId ?? '');

    expect(text).toContain(
      'Fee of the extension, with GST ₹177.00 Interest ₹130.00 Total received ₹307.00',
    );
    expect((await open(who, `statement.${repayId}`)).text).toContain(
      'Fee for moving the due date, with GST ₹177.00',
    );
  });
});

describe('reversals and returns', () => {
  test('a loan returned in the cooling-off period has a closing letter that says so', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    pass(2);
    successData(await who.client.send(CALLS.returnLoan, { body: { repayId } }));
    await startAndPay(app, who, { repayId, kind: 'return' });
    expect((await open(who, `closing.${repayId}`)).text).toContain(
      'was returned in the cooling-off period on 26/11/2026',
    );
  });
});

describe('access', () => {
  test('documents are limited per minute', async () => {
    const who = await aSignedInUser(app);
    const { kfs } = await aQuote(who);
    // A document that does not exist counts too.
    const codes = await Promise.all(
      Array.from({ length: 31 }, () => viewDocument(who, 'kfs.NOSUCHPROPOSAL')),
    );

    expect(codes.filter(({ code }) => code === CODES.notFound)).toHaveLength(30);
    expect(codes.filter(({ code }) => code === CODES.tooMany)).toHaveLength(1);
    expect((await viewDocument(who, `kfs.${kfs.proposalNo}`)).code).toBe(CODES.tooMany);
    app.advance(61_000);
    expect((await viewDocument(who, `kfs.${kfs.proposalNo}`)).code).toBe(CODES.success);
  });
});
