import { appConfig } from '@noren/contract/public';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { Grievance } from './overdue.tsx';

it.each([
  [undefined, 'Calls about dues are not recorded.'],
  [6, 'Calls about dues are recorded. Each recording is kept for 6 months.'],
])('says whether calls are recorded: %s months', async (callsRecordedMonths, words) => {
  const staffService = { ...sampleConfig.staffService, callsRecordedMonths };
  stubServer().answers(appConfig, {
    ...sampleConfig,
    staffService: callsRecordedMonths === undefined ? sampleConfig.staffService : staffService,
  } as typeof sampleConfig);
  renderScreen(<Grievance />, '/repay');
  expect(await screen.findByText(words)).toBeTruthy();
});
