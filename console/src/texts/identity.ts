import type { StaffIdentitySource, StaffPanCheck } from '@noren/contract/staff/identity';
import type { IdentityLevel } from '@noren/core/people/identity-level';

/** Texts of how well a borrower is known. */
export const identityTexts = {
  level: 'Identity level',

  levels: {
    none: 'Not confirmed',
    document_seen: 'Card seen',
    source_checked: 'Confirmed by the card’s issuer',
    full: 'Full KYC',
  } satisfies Record<IdentityLevel, string>,
  allows: 'Allows at most',

  why: 'Latest source',
  noSource: 'None: only pictures of cards were compared',

  sources: {
    secure_qr: 'QR code on the card',
    offline_file: 'Offline e-KYC file',
    digilocker: 'DigiLocker',
  } satisfies Record<StaffIdentitySource['kind'], string>,
  verdicts: {
    pending: 'not compared yet',
    agrees: 'agrees',
    differs: 'differs',
  } satisfies Record<StaffIdentitySource['verdict'], string>,

  panRegister: 'Register of PANs',
  panNotAsked: 'Not asked',
  panVerdicts: {
    waiting: 'no answer yet',
    agrees: 'confirms number, name and birth date',
    differs: 'does not confirm',
  } satisfies Record<StaffPanCheck['verdict'], string>,
  panDifferences: {
    name: 'the name',
    birthDay: 'the birth date',
    unknown: 'the number: it is not in the register',
    ended: 'the number: it was cancelled',
    deceased: 'the holder: recorded as deceased',
    not_a_person: 'a person: the number is a company’s or another body’s',
  } satisfies Record<StaffPanCheck['differences'][number], string>,

  atApplication: 'Identity level at the application',
  approvalGives: 'After approval',
  approvalByTyped: 'For the values as typed. Another value that stands can change the level.',
} as const;
