import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { IssuerKey, SignedIdentity } from '../../platform/ports/identity-sources.ts';
import type { SamplePerson } from './sample-person.ts';

/** An issuer of invented cards. */
export interface SampleIssuer {
  readonly privateKey: KeyObject;
  readonly key: IssuerKey;
}

export type CodePerson = Pick<SamplePerson, 'name' | 'birthDay' | 'gender' | 'aadhaar'> &
  Pick<SamplePerson, 'address' | 'pin'>;

export interface CodeOptions {
  readonly version?: SignedIdentity['formatVersion'];
  /** `yyyyMMddHHmmssSSS` in India. */
  readonly issued?: string;
  /** JPEG 2000. */
  readonly photo?: Buffer;
}

/** The sandbox's issuer signs cards of every year of its invented people. */
export function makeSampleIssuer(privateKey: KeyObject): SampleIssuer {
  const publicKey = createPublicKey(privateKey);
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

  return {
    privateKey,
    key: {
      keyId,
      publicKey,
      validFrom: Date.UTC(2019, 0, 1),
      validTo: Date.UTC(2040, 0, 1),
    },
  };
}

/** What the issuer signs: the person's fields, the photo, and in the first version two hashes. */
export function layOutCode(person: CodePerson, options: CodeOptions = {}): Buffer {
  const { version = 'V2', issued = '20240312101530123', photo = Buffer.alloc(0) } = options;
  const [careOf = '', house = '', street = '', location = '', town = '', state = ''] =
    person.address.split(', ');
  const fields = [
    ...(version === 'V1' ? [] : [version]),
    '3',
    `${person.aadhaar.slice(-4)}${issued}`,
    person.name,
    person.birthDay.split('-').reverse().join('-'),
    person.gender === 'male' ? 'M' : 'F',
    careOf,
    town,
    '',
    house,
    location,
    person.pin,
    location,
    state,
    street,
    town,
    town,
    ...(version === 'V1' ? [] : ['0000']),
  ];
  const contacts = version === 'V1' ? [hashContact('mobile'), hashContact('mail')] : [];

  return Buffer.concat([
    ...fields.flatMap((field) => [Buffer.from(field, 'latin1'), Buffer.of(255)]),
    photo,
    ...contacts,
  ]);
}

const hashContact = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The digits of a code whose content is signed. */
export function signCode(
  payload: Buffer,
  { privateKey }: Pick<SampleIssuer, 'privateKey'>,
): string {
  return packCode(Buffer.concat([payload, sign('sha256', payload, privateKey)]));
}

/** The digits of a code with this content. */
export function packCode(content: Buffer): string {
  return BigInt(`0x${gzipSync(content, { level: 9 }).toString('hex')}`).toString();
}

/** The digits of a code with other content than the one that was signed. */
export function alterCode(
  { genuine, forged }: { genuine: Buffer; forged: Buffer },
  { privateKey }: Pick<SampleIssuer, 'privateKey'>,
): string {
  return packCode(Buffer.concat([forged, sign('sha256', genuine, privateKey)]));
}
