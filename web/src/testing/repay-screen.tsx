import { repayDetail, repayEntries } from '@noren/contract/repayment';
import { within } from '@testing-library/react';
import { RepayScreen } from '../features/repayment/repay.tsx';
import { renderScreen } from './render-screen.tsx';
import { sampleDetail, sampleEntries } from './repay-samples.ts';
import { stubServer } from './server-stub.ts';

/** A server that knows the sample loan, for the repay page. */
export function stubLoanServer(): ReturnType<typeof stubServer> {
  sessionStorage.clear();

  const server = stubServer();
  server.answers(repayDetail, sampleDetail());
  server.answers(repayEntries, sampleEntries);

  return server;
}

export const openRepay = (query = '') =>
  renderScreen(<RepayScreen />, '/repay/:repayId', `/repay/RABC1234567890${query}`);

/** The value next to a label, or in its button. */
export const valueBeside = (label: string, inside: HTMLElement) => {
  const found = within(inside).getByText(label);
  return (found.closest('button')?.lastElementChild ?? found.nextElementSibling)?.textContent;
};
