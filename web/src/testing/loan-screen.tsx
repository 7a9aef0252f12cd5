import { couponList } from '@noren/contract/coupons';
import { dictionary } from '@noren/contract/dictionary';
import { creditInfo, productList, quoteLoan } from '@noren/contract/loans';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LoanScreen } from '../features/loans/loan.tsx';
import { sampleCredit, sampleProduct, sampleQuote, today } from './loan-samples.ts';
import { renderScreen } from './render-screen.tsx';
import { stubServer } from './server-stub.ts';

/** A server that offers two products and numbers its quotes, for the loan page. */
export function stubLoanOffers(): ReturnType<typeof stubServer> {
  sessionStorage.clear();
  location.hash = '';

  let quotes = 0;
  const server = stubServer();
  const details = [sampleProduct('N07'), sampleProduct('N15')];

  server.answers(productList, { businessDay: today, dependsOnLimit: false, details });
  server.answers(creditInfo, sampleCredit());
  server.answers(couponList, { businessDay: today, details: [] });
  server.answers(dictionary, { details: [{ code: 'medical', name: 'Medical' }] });
  server.answers(quoteLoan, ({ body }) => {
    quotes += 1;
    return sampleQuote(
      'N15',
      (body as { principalPaise: number }).principalPaise / 100,
      `NK-2026-000${quotes}`,
    );
  });

  return server;
}

export const openLoan = (more = '') =>
  renderScreen(<LoanScreen />, '/loan', `/loan?product=N15${more}`);

export const amountField = () =>
  screen.findByRole<HTMLInputElement>('textbox', { name: /How much do you want to borrow/ });

export async function choosePurpose(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /What is the loan for/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Medical' }));
}

/** Types ₹10,000, chooses a purpose and opens the key facts. */
export async function openKeyFacts(): Promise<HTMLElement> {
  const amount = await amountField();
  await userEvent.clear(amount);
  await userEvent.type(amount, '10000');
  await choosePurpose();
  await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));

  return screen.findByRole('dialog', { name: 'Key facts' });
}
