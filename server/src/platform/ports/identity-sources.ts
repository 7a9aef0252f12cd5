import type { KeyObject } from 'node:crypto';

/** A public key of a card's issuer, and when it signed. */
export interface IssuerKey {
  /** Of the key itself: the first 16 hex digits of its SHA-256. */
  readonly keyId: string;
  readonly publicKey: KeyObject;
  /** UTC milliseconds. */
  readonly validFrom: number;
  readonly validTo: number;
}

/** Why a code is not taken for the issuer's word. */
export type CodeRefusal =
  | 'not_digits'
  | 'too_long'
  | 'not_packed'
  | 'truncated'
  | 'too_big'
  | 'unknown_key'
  | 'altered'
  | 'unknown_version'
  | 'field_count'
  | 'odd_characters'
  | 'wrong_reference'
  | 'wrong_birth_day'
  | 'key_not_valid';

/** Why an offline file is not taken for the issuer's word. */
export type FileRefusal =
  // Of the ZIP
  | 'empty'
  | 'too_big'
  | 'not_a_zip'
  | 'zip_damaged'
  | 'zip64'
  | 'entry_count'
  | 'not_encrypted'
  | 'unpacked_too_big'
  | 'took_too_long'
  | 'wrong_share_code'
  // Of its text
  | 'not_xml'
  | 'other_charset'
  | 'doctype'
  | 'entity'
  | 'comment'
  | 'malformed'
  | 'too_many_elements'
  // Of the shape of the document
  | 'wrong_root'
  | 'moved_id'
  | 'other_shape'
  // Of its signature
  | 'no_signature'
  | 'several_signatures'
  | 'several_signed_infos'
  | 'several_references'
  | 'other_reference'
  | 'other_transform'
  | 'other_algorithm'
  | 'unknown_key'
  | 'altered'
  | 'key_not_valid'
  // Of what it says
  | 'wrong_reference'
  | 'no_name'
  | 'odd_characters'
  | 'wrong_birth_day'
  | 'no_photo'
  | 'too_old'
  | 'from_the_future'
  | 'no_mobile'
  | 'other_mobile';

/** What a source says of its holder; an empty text where it says nothing. */
export interface SourceFields {
  readonly name: string;
  /** `YYYY-MM-DD`, or the year alone: some cards know no more. */
  readonly birth: string;
  readonly gender: 'male' | 'female' | 'other' | '';
  readonly careOf: string;
  readonly house: string;
  readonly street: string;
  readonly landmark: string;
  readonly location: string;
  readonly town: string;
  readonly postOffice: string;
  readonly subDistrict: string;
  readonly district: string;
  readonly state: string;
  readonly pin: string;
}

export type SourceKind = 'secure_qr' | 'offline_file' | 'digilocker';

export type CodeVersion = 'V1' | 'V2' | 'V3' | 'V5';

/**
 * What the issuer signed, or DigiLocker for it. A code also holds four digits of a mobile number,
 * which prove nothing; a file holds a hash of all ten.
 */
export interface SignedIdentity {
  readonly kind: SourceKind;
  /** An XML document names no version. */
  readonly formatVersion: CodeVersion | 'XML';
  readonly keyId: string;
  /** The last four digits of the Aadhaar number. */
  readonly referenceLast4: string;
  /** When the issuer signed, UTC milliseconds. */
  readonly issuedAt: number;
  readonly fields: SourceFields;
  /** Of each field, keyed with the signature, which nobody keeps. */
  readonly digests: Readonly<Record<string, string>>;
  /** JPEG 2000 from a code, else JPEG: to be opened in the engine's process alone. */
  readonly photo: Buffer;
}

/** What the code on a card says. The small one of an e-Aadhaar is signed and has no photo. */
export interface SignedCode extends Omit<SignedIdentity, 'photo'> {
  readonly photo: Buffer | null;
}

/** What a source says, or why it proves nothing. */
export type SourceReading<Refusal, Identity = SignedIdentity> =
  | { readonly ok: true; readonly identity: Identity }
  | { readonly ok: false; readonly reason: Refusal };

export type CodeReading = SourceReading<CodeRefusal, SignedCode>;
export type FileReading = SourceReading<FileRefusal>;

/** What an offline file is checked against. */
export interface FileHolder {
  /** As the borrower typed it. It is neither stored nor logged. */
  readonly shareCode: string;
  /** Ten digits. */
  readonly mobile: string;
  /** UTC milliseconds. */
  readonly now: number;
}

/** Sources that prove an identity by their issuer's signature. */
export interface IdentitySources {
  /** Verifies the digits of a card's code. Never throws for what a borrower sends. */
  readCode(digits: string): CodeReading;
  /** Verifies an Aadhaar Paperless Offline e-KYC file. Never rejects for what a borrower sends. */
  readFile(upload: Buffer, holder: FileHolder): Promise<FileReading>;
}
