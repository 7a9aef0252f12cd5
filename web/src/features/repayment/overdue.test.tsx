import { appConfig } from '@noren/contract/public';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { Grievance } from './overdue.tsx';

it('says that calls are recorded, and how long a recording is kept', async () => {
  const staffService = { ...sampleConfig.staffService, callsRecordedMonths: 6 };
  stubServer().answers(appConfig, { ...sampleConfig, staffService });
  renderScreen(<Grievance />, '/repay');

  const words = 'Calls about dues are recorded. Each recording is kept for 6 months.';
  expect(await screen.findByText(words)).toBeTruthy();
});
