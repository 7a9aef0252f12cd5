import { CODES } from '@noren/contract/codes';
import { billList } from '@noren/contract/orders';
import { repayDetail } from '@noren/contract/repayment';
import { type Proof, proofList, sendProof } from '@noren/contract/servicing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetDrafts } from '../../session/drafts.ts';
import { sampleBill, today } from '../../testing/loan-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleDetail } from '../../testing/repay-samples.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { checkProof, emptyProof } from './proof-rules.ts';
import { UploadProofScreen } from './upload-proof.tsx';

let server: ReturnType<typeof stubServer>;

const sent: Proof = {
  proofId: 'v1',
  repayId: 'RABC1234567890',
  utrMasked: '••••••••9012',
  amountPaise: 10_160_15,
  paidOn: '2026-12-07',
  channel: 'bank_transfer',
  sentAt: Date.parse('2026-12-08T06:30:00Z'),
  state: 'received',
  reason: null,
};

const png = new File(
  [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])],
  'slip.png',
  {
    type: 'image/png',
  },
);

beforeEach(() => {
  sessionStorage.clear();
  forgetDrafts();
  vi.stubGlobal('createImageBitmap', async () => ({
    width: 1200,
    height: 800,
    close: () => undefined,
  }));
  server = stubServer();
  server.answers(repayDetail, sampleDetail());
  server.answers(proofList, { details: [] });
});

const open = (query = '?id=RABC1234567890') =>
  renderScreen(<UploadProofScreen />, '/upload-voucher', `/upload-voucher${query}`);
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

const fill = async () => {
  await userEvent.type(await screen.findByRole('textbox', { name: /^UTR/ }), 'hdfc 2345-6789012');
  await userEvent.type(box('Amount paid'), '10,160.15');

  for (const [part, typed] of [
    ['Day', '7'],
    ['Month', '12'],
    ['Year', '2026'],
  ] as const)
    await userEvent.type(box(part), typed);

  await userEvent.click(screen.getByRole('button', { name: /^How you paid/ }));
  await userEvent.click(screen.getByRole('option', { name: 'Bank transfer' }));
  await userEvent.upload(screen.getByLabelText('Choose a picture'), png);
  await screen.findByRole('img', { name: 'Your picture of the receipt' });
};

describe('the rules of a proof', () => {
  const good = { utr: 'HDFC23456789012', amount: '100', paidOn: '2026-12-07', channel: 'upi' };
  it.each([
    [{}, []],
    [emptyProof, ['utr', 'amount', 'paidOn', 'channel']],
    [{ utr: '12345678901' }, ['utr']],
    [{ utr: '1234 5678-9012' }, []],
    [{ utr: 'A'.repeat(23) }, ['utr']],
    [{ utr: 'ｈｄｆｃ २३४५६७८९०१२' }, []],
    [{ amount: '0' }, ['amount']],
    [{ amount: '१००.५०' }, []],
    [{ amount: '100.505' }, ['amount']],
    [{ amount: '10.160' }, ['amount']],
    [{ amount: '2 lakh' }, ['amount']],
    [{ paidOn: '2026-12-09' }, ['paidOn']],
    [{ paidOn: '2026-02-30' }, ['paidOn']],
    [{ paidOn: '2026-06-11' }, []],
    [{ paidOn: '2026-06-10' }, ['paidOn']],
  ])('of %j name %j', (values, fields) => {
    const problems = checkProof({ ...good, ...values }, '2026-12-08', (id) => id);
    expect(Object.keys(problems)).toEqual(fields);
  });
});

describe('the proof of a payment', () => {
  it('is sent with its picture and confirmed as received', async () => {
    server.answers(sendProof, { proof: sent });
    open();
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Send the proof' }));
    expect(await screen.findByText('Received')).toBeTruthy();
    expect(server.listBodies(sendProof)[0]).toMatchObject({
      repayId: 'RABC1234567890',
      utr: 'HDFC23456789012',
      amountPaise: '1016015',
      paidOn: '2026-12-07',
      channel: 'bank_transfer',
      file: expect.any(Blob),
    });
    expect(screen.getByRole('link', { name: 'Back to the repayment' }).getAttribute('href')).toBe(
      '/repay/RABC1234567890',
    );
  });

  it('lists what is missing with links to the fields, and sends nothing', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send the proof' }));
    expect(screen.getByText('5 things need your attention')).toBeTruthy();
    expect(screen.getAllByText('Enter the number of the transfer.').length).toBe(2);
    expect(server.sentTo(sendProof)).toEqual([]);
  });

  it('lets the user replace the picture', async () => {
    open();
    await userEvent.upload(await screen.findByLabelText('Choose a picture'), png);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the picture' }));
    expect(screen.queryByRole('img', { name: 'Your picture of the receipt' })).toBeNull();

    const pdf = new File(['%PDF-1.7'], 'slip.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Choose a picture'), pdf);
    expect(
      await screen.findByText('A PDF cannot be read here. Please take a screenshot of it.'),
    ).toBeTruthy();
  });

  it('warns before Back discards the picture', async () => {
    open();
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Stay here' }));
    expect(screen.getByRole('img', { name: 'Your picture of the receipt' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('at /repay/RABC1234567890')).toBeTruthy();
  });

  it('shows why it was refused, keeps the input, and can be sent again', async () => {
    server.refuses(sendProof, CODES.conflict, 'This number was sent before.');
    open();
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Send the proof' }));
    expect(await screen.findByText('This number was sent before.')).toBeTruthy();
    expect(box('Amount paid').value).toBe('10,160.15');
    expect(screen.getByRole('img', { name: 'Your picture of the receipt' })).toBeTruthy();
  });

  it('lists earlier proofs with their state and reason', async () => {
    const proofs = [
      {
        ...sent,
        proofId: 'v2',
        state: 'refused' as const,
        reason: 'The bank knows no such transfer.',
      },
      { ...sent, state: 'matched' as const },
      { ...sent, proofId: 'v0', state: 'reversed' as const },
    ];
    server.answers(proofList, { details: proofs });
    open();
    await screen.findByRole('heading', { name: 'Sent before' });

    const [refused, matched, chargeback] = screen.getAllByRole('region', {
      name: 'Proof ••••••••9012',
    });
    expect(within(refused!).getByText('Not accepted')).toBeTruthy();
    expect(within(refused!).getByText('The bank knows no such transfer.')).toBeTruthy();
    expect(within(matched!).getByText('Found and counted')).toBeTruthy();
    expect(within(chargeback!).getByText('Reversed')).toBeTruthy();
    expect(within(chargeback!).getByText(/the amount is owed again/)).toBeTruthy();
  });

  it('asks for the loan when the address names none and there are several', async () => {
    const other = sampleBill({ repayId: 'RDEF1234567890', productName: 'Noren 7' });
    server.answers(billList, { businessDay: today, details: [sampleBill(), other] });
    open('');

    const loan = await screen.findByRole('link', { name: /^Noren 15/ });
    expect(loan.getAttribute('href')).toBe('/upload-voucher?id=RABC1234567890');
  });

  it('does not ask which loan was paid where there is one', async () => {
    server.answers(billList, { businessDay: today, details: [sampleBill()] });
    open('');
    expect(await screen.findByRole('textbox', { name: /^UTR/ })).toBeTruthy();
    expect(screen.queryByText('Which loan did you pay?')).toBeNull();
  });

  it('links to the orders when there is no loan to pay', async () => {
    server.answers(billList, { businessDay: today, details: [] });
    open('');
    expect(await screen.findByRole('link', { name: 'To your orders' })).toBeTruthy();
  });
});
