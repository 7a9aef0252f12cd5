import { beforeEach } from 'vitest';
import { makeFakeKyc } from './fake-kyc.ts';
import { makeLostPhones } from './lost-phones.ts';
import { makePhoneChanges } from './phone-changes.ts';
import { useApp } from './use-app.ts';
import { aPhoneNumber, successData } from './users.ts';

/** An app, and owners who lost their phone. */
export async function useLostPhones() {
  const app = await useApp({ kyc: makeFakeKyc() });
  const { db } = app.deps;
  const { aBorrower, aStaffRequest, change, readState, stop, view, waitAndFinish } =
    makePhoneChanges(app);
  const { aClaim, aFile, begin, sendFile, sendFrames, startFace, tryFace } = makeLostPhones(app);

  beforeEach(() => app.advance(8 * 24 * 3_600_000));

  const readActs = async (userId: string, action: string) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('userId', '=', userId)
      .where('action', '=', action)
      .execute();

  /** Somebody who lost the phone, with a ticket on another one. */
  async function aLoser() {
    const who = await aBorrower();
    const client = app.client();
    const phone = aPhoneNumber();
    const { ticket } = successData(await begin(client, await aClaim(who), phone));

    return { who, client, phone, ticket };
  }

  return {
    app,
    aLoser,
    db,
    aBorrower,
    aStaffRequest,
    change,
    readState,
    stop,
    view,
    waitAndFinish,
    aClaim,
    aFile,
    begin,
    sendFile,
    sendFrames,
    startFace,
    tryFace,
    readActs,
  };
}
