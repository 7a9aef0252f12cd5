import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type DigiLocker, NoLockerAnswer } from '../../platform/ports/digilocker.ts';
import { readEAadhaar } from '../../providers/identity/e-aadhaar.ts';
import { inventPerson, MAX_SEED } from '../people/data.ts';
import { cutFace } from '../samples/draw-card.ts';
import { layOutEAadhaar, signEAadhaar } from '../samples/e-aadhaar.ts';
import type { SampleIssuer } from '../samples/sign-code.ts';

/** What comes back when the holder allows it, by the name in the code. */
export const LOCKER_ANSWERS = {
  genuine: 'Allow',
  none: 'Allow, with no Aadhaar in this DigiLocker',
  altered: 'Allow, and send an altered document',
  silent: 'Allow, and give no answer',
} as const;

/** Of a photo as on a card. */
const PHOTO_WIDTH = 160;

export type LockerAnswer = keyof typeof LOCKER_ANSWERS;

export const lockerCode = z.object({
  seed: z.int().min(0).max(MAX_SEED),
  answer: z.enum(Object.keys(LOCKER_ANSWERS) as [LockerAnswer, ...LockerAnswer[]]),
  challenge: z.string().max(100),
});

/** Carries all that was chosen on the page: nothing is stored, and nobody real is in it. */
export const writeLockerCode = (chosen: z.infer<typeof lockerCode>): string =>
  Buffer.from(JSON.stringify(chosen)).toString('base64url');

function readLockerCode(code: string): z.infer<typeof lockerCode> | undefined {
  try {
    return lockerCode.safeParse(JSON.parse(Buffer.from(code, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

/** Holds the e-Aadhaar of each invented person. Its document is read as the real one's is. */
export function makeSandboxDigiLocker(issuer: SampleIssuer): DigiLocker {
  return {
    name: 'sandbox-digilocker',
    pageFor: ({ state, challenge }) =>
      `/sandbox/digilocker?${new URLSearchParams({ state, challenge })}`,
    async fetchIdentity({ code, verifier, now }) {
      const chosen = readLockerCode(code);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      if (chosen?.challenge !== challenge) return { ok: false, reason: 'code_refused' };
      if (chosen.answer === 'none') return { ok: false, reason: 'no_aadhaar' };
      if (chosen.answer === 'silent')
        throw new NoLockerAnswer('the DigiLocker of the sandbox gives no answer');

      const person = inventPerson(chosen.seed);
      const photo = await cutFace(PHOTO_WIDTH);
      const xml = signEAadhaar(layOutEAadhaar({ person, issuedAt: now, photo }), issuer);
      const sent = chosen.answer === 'altered' ? xml.replace(/ name="../, ' name="Xx') : xml;

      return readEAadhaar(Buffer.from(sent), [issuer.key], now);
    },
  };
}
