import { viewConsents } from '@noren/contract/account';
import { readingDetail, saveIdentity } from '@noren/contract/certification';
import { UserStatus } from '@noren/core/people/status';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { sampleConsents } from '../../testing/consent-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { StepOne } from './step-one.tsx';

it('continues once the identity is saved, without reloading data that a link session may read only after a code', async () => {
  sessionStorage.clear();

  const server = stubServer();
  server.answers(viewConsents, sampleConsents());
  server.answers(readingDetail, {
    documents: ['panFront', 'aadhaarFront', 'aadhaarBack'],
    isSigned: false,
    unread: [],
    fields: { name: 'ASHA RAO', pan: 'ABCPK1234L', birthDay: '1994-03-09', aadhaarLast4: '0124' },
    isAadhaarKnown: true,
    uncertain: [],
    liveness: 'passed',
    file: 'none',
    hasDigiLocker: false,
    isSaved: false,
  });
  server.answers(saveIdentity, { bizStatus: UserStatus.personalInfoDue });
  renderScreen(<StepOne />, '/facial-auth/step-one', '/facial-auth/step-one?at=confirm');
  await screen.findByRole('textbox', { name: 'Full name' });
  await userEvent.click(screen.getByRole('button', { name: 'Confirm and save' }));
  expect(await screen.findByText('at /facial-auth/step-two')).toBeTruthy();
  expect(server.sentTo(readingDetail)).toHaveLength(1);
});
