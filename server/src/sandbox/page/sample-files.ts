import { generateKeyPairSync } from 'node:crypto';
import type { InventedPerson } from '../people/data.ts';
import { cutFace } from '../samples/draw-card.ts';
import type { SampleIssuer } from '../samples/sign-code.ts';
import { type FileRequest, layOutFile, packFile, signFile } from '../samples/sign-file.ts';

/** Opens every sample file. */
export const SHARE_CODE = '4821';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FACE_WIDTH = 80;

interface FileKind {
  readonly name: string;
  issue(request: FileRequest, issuer: SampleIssuer): string;
}

const issue: FileKind['issue'] = (request, issuer) => signFile(layOutFile(request), issuer);

/** Offline e-KYC files of a person, genuine and forged. */
export const FILE_KINDS = {
  genuine: { name: 'genuine', issue },
  altered: {
    name: 'forged: another name',
    issue: (request, issuer) => {
      const { name } = request.person;
      return issue(request, issuer).replace(name, [...name].reverse().join(''));
    },
  },
  stranger: {
    name: 'forged: another signature',
    issue: (request) =>
      signFile(layOutFile(request), generateKeyPairSync('rsa', { modulusLength: 2048 })),
  },
  old: {
    name: 'four days old',
    issue: (request, issuer) => issue({ ...request, issuedAt: request.issuedAt - 4 * DAY }, issuer),
  },
  mobile: {
    name: 'of another mobile number',
    issue: (request, issuer) => issue({ ...request, mobile: '9000000000' }, issuer),
  },
} as const satisfies Record<string, FileKind>;

type FileId = keyof typeof FILE_KINDS;
export const FILE_IDS = Object.keys(FILE_KINDS) as [FileId, ...FileId[]];

/** A ZIP as the person downloads it: made for the person's phone, a minute ago. */
export async function issueSampleFile(
  person: InventedPerson,
  kind: FileId,
  { issuer, now }: { issuer: SampleIssuer; now: number },
): Promise<Buffer> {
  const request = {
    person,
    mobile: person.phone,
    shareCode: SHARE_CODE,
    issuedAt: now - MINUTE,
    photo: await cutFace(FACE_WIDTH),
  };
  return packFile(FILE_KINDS[kind].issue(request, issuer), SHARE_CODE);
}
