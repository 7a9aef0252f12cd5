import { CODES } from '@noren/contract/codes';
import type { Deps } from '../../platform/deps.ts';
import type { CodeFault } from '../../platform/files/pictures.ts';
import { CallError, conflict } from '../../platform/http/call-error.ts';
import type { DigiLocker, LockerRefusal } from '../../platform/ports/digilocker.ts';
import type {
  CodeRefusal,
  FileRefusal,
  IdentitySources,
} from '../../platform/ports/identity-sources.ts';

/** The borrower is told what to do about a refused code, not which rule the code broke. */
export const codeFaults: Readonly<Record<CodeRefusal, CodeFault>> = {
  not_digits: 'code_damaged',
  too_long: 'code_damaged',
  not_packed: 'code_damaged',
  truncated: 'code_damaged',
  too_big: 'code_damaged',
  field_count: 'code_damaged',
  odd_characters: 'code_damaged',
  wrong_reference: 'code_damaged',
  wrong_birth_day: 'code_damaged',
  altered: 'code_altered',
  unknown_key: 'code_unknown',
  unknown_version: 'code_unknown',
  key_not_valid: 'code_unknown',
};

/** What a borrower is told about a file that proves nothing. */
type FileFault =
  | 'file_altered'
  | 'file_code'
  | 'file_damaged'
  | 'file_differs'
  | 'file_future'
  | 'file_mobile'
  | 'file_no_mobile'
  | 'file_not_zip'
  | 'file_old'
  | 'file_too_big'
  | 'file_unknown';

/** The borrower is told what to do about a refused file, not which rule the file broke. */
export const fileFaults: Readonly<Record<FileRefusal, FileFault>> = {
  empty: 'file_damaged',
  too_big: 'file_too_big',
  not_a_zip: 'file_not_zip',
  zip_damaged: 'file_damaged',
  zip64: 'file_damaged',
  entry_count: 'file_damaged',
  not_encrypted: 'file_damaged',
  unpacked_too_big: 'file_too_big',
  took_too_long: 'file_damaged',
  wrong_share_code: 'file_code',
  not_xml: 'file_damaged',
  other_charset: 'file_damaged',
  doctype: 'file_altered',
  entity: 'file_altered',
  comment: 'file_altered',
  malformed: 'file_damaged',
  too_many_elements: 'file_altered',
  wrong_root: 'file_altered',
  moved_id: 'file_altered',
  other_shape: 'file_altered',
  no_signature: 'file_altered',
  several_signatures: 'file_altered',
  several_signed_infos: 'file_altered',
  several_references: 'file_altered',
  other_reference: 'file_altered',
  other_transform: 'file_altered',
  other_algorithm: 'file_altered',
  unknown_key: 'file_unknown',
  altered: 'file_altered',
  key_not_valid: 'file_unknown',
  wrong_reference: 'file_damaged',
  no_name: 'file_damaged',
  odd_characters: 'file_damaged',
  wrong_birth_day: 'file_damaged',
  no_photo: 'file_damaged',
  too_old: 'file_old',
  from_the_future: 'file_future',
  no_mobile: 'file_no_mobile',
  other_mobile: 'file_mobile',
};

/** What a borrower is told who comes back from DigiLocker with nothing. */
type LockerFault =
  | 'locker_differs'
  | 'locker_no_aadhaar'
  | 'locker_over'
  | 'locker_silent'
  | 'locker_unusable';

/** There is nothing that a borrower could mend in a document that breaks a rule. */
export function lockerFault(reason: LockerRefusal): LockerFault {
  if (reason === 'code_refused') return 'locker_over';
  return reason === 'no_aadhaar' ? 'locker_no_aadhaar' : 'locker_unusable';
}

export const refuseSource = (fault: FileFault | LockerFault): CallError =>
  new CallError(CODES.invalidInput, `certification.${fault}`, { data: { reason: fault } });

/** Where no certificate is configured, no file is taken, as where the step is closed. */
export const requireSources = ({ deps }: { deps: Deps }): IdentitySources =>
  orClosed(deps.identitySources);

/** The same where DigiLocker is not set up. */
export const requireDigiLocker = ({ deps }: { deps: Deps }): DigiLocker =>
  orClosed(deps.digiLocker);

function orClosed<T>(provider: T | null): T {
  if (provider !== null) return provider;
  throw conflict('certification.step_closed', 'step');
}
