import { beforeEach } from 'vitest';
import { makeFakeKyc } from './fake-kyc.ts';
import { makePhoneChanges } from './phone-changes.ts';
import { useApp } from './use-app.ts';

/** An app, and users who change their number. */
export async function usePhoneChanges() {
  const app = await useApp({ kyc: makeFakeKyc() });
  const {
    aBorrower,
    aStaffRequest,
    begin,
    change,
    finish,
    readCode,
    readState,
    sendCodeTo,
    stop,
    view,
    waitAndFinish,
  } = makePhoneChanges(app);

  beforeEach(() => app.advance(25 * 3_600_000));

  return {
    app,
    aBorrower,
    aStaffRequest,
    begin,
    change,
    finish,
    readCode,
    readState,
    sendCodeTo,
    stop,
    view,
    waitAndFinish,
  };
}
