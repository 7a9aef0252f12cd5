import { makeClient } from '@noren/contract/client';
import { upload } from './api-upload.ts';
import { readBoot } from './boot.ts';
import { deviceNow } from './clock.ts';
import { language } from './i18n/index.ts';
import { deviceId, makeUuid, readSession } from './session.ts';

/** The client of the wire; loaded with the first call, so that the landing page does not carry the sealing. */
export const wire = makeClient({
  base: '',
  fetch: (input, init) => fetch(input, init),
  upload,
  now: deviceNow,
  makeRequestId: makeUuid,
  deviceId,
  token: () => readSession().token,
  language,
  // Without a secure context there is no WebCrypto; a sandbox takes plain requests, production is never served so.
  sealKey: globalThis.crypto?.subtle ? (readBoot().sealKey ?? null) : null,
});
