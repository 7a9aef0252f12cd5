import { EXCLUSIVE_C14N } from '../../providers/identity/xml-signature.ts';
import type { CodePerson, SampleIssuer } from './sign-code.ts';
import { print, type SignatureOptions, signFile } from './sign-file.ts';

/** Whom an e-Aadhaar is of, and when its issuer answered. */
export interface EAadhaarRequest {
  readonly person: CodePerson;
  /** UTC ms. */
  readonly issuedAt: number;
  readonly photo: Buffer;
}

const DAY_MS = 86_400_000;

/** The document before it is signed; canonical, as `signFile` wants it. */
export function layOutEAadhaar({ person, issuedAt, photo }: EAadhaarRequest): string {
  const [co = '', house = '', street = '', loc = '', vtc = '', state = ''] =
    person.address.split(', ');
  const dob = person.birthDay.split('-').reverse().join('-');
  const gender = person.gender === 'male' ? 'M' : 'F';
  const ts = `${printIndia(issuedAt)}+05:30`;
  const ttl = printIndia(issuedAt + 365 * DAY_MS).slice(0, 19);
  const answer = { code: 'sandbox', ret: 'Y', ts, ttl, txn: 'UKC:0' };
  const place = { co, country: 'India', dist: vtc, house, lm: '', loc, pc: person.pin, po: loc };

  return [
    `<Certificate><CertificateData><KycRes${print(answer)}>`,
    `<UidData${print({ tkn: '', uid: `xxxxxxxx${person.aadhaar.slice(-4)}` })}>`,
    `<Poi${print({ dob, gender, name: person.name })}/>`,
    `<Poa${print({ ...place, state, street, subdist: vtc, vtc })}/>`,
    `<LData${print({ country: ' ', lang: '06', name: person.name })}/>`,
    `<Pht>${photo.toString('base64')}</Pht>`,
    '</UidData></KycRes></CertificateData></Certificate>',
  ].join('');
}

const printIndia = (utcMs: number): string =>
  new Date(utcMs + 19_800_000).toISOString().replace('Z', '');

/** The signed document, as DigiLocker answers with it. */
export const signEAadhaar = (
  xml: string,
  issuer: Pick<SampleIssuer, 'privateKey'>,
  options: SignatureOptions = {},
): string => signFile(xml, issuer, { canonical: EXCLUSIVE_C14N, ...options });
