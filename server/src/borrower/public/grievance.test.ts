import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';
import { successData } from '../../testing/users.ts';
import { readGrievance } from './grievance.ts';

const app = await useApp();

test('who answers within which days is read without signing in', async () => {
  const { levels, regulator } = successData(await app.client().send(CALLS.grievance, {}));
  const { lender, complaints, staffService } = app.deps.appConfig;

  expect(levels.map(({ level, days, email }) => [level, days, email])).toEqual([
    ['desk', 7, staffService.serviceEmail],
    ['officer', 20, lender.grievance.email],
    ['principal', 30, complaints.principalNodal.email],
  ]);
  expect(regulator).toEqual({
    kind: 'ombudsman',
    answerDays: 30,
    fileDays: 90,
    mostLossPaise: 300_000_000,
    mostHarassmentPaise: 30_000_000,
  });
});

test('a small lender’s borrowers are sent to the Reserve Bank’s cell', async () => {
  const { appConfig } = app.deps;
  const small = { ...appConfig, complaints: { ...appConfig.complaints, regulator: 'cepc' } };
  const ctx = { deps: { ...app.deps, appConfig: small }, today: app.deps.today() };
  expect((await readGrievance(ctx as never)).regulator.kind).toBe('cepc');
});
