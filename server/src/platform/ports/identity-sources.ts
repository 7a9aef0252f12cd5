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

/** What the issuer signed. Four digits of a mobile number are in it too, and prove nothing. */
export interface SignedIdentity {
  readonly kind: 'secure_qr';
  readonly formatVersion: 'V1' | 'V2' | 'V3' | 'V5';
  readonly keyId: string;
  /** The last four digits of the Aadhaar number. */
  readonly referenceLast4: string;
  /** When the issuer signed, UTC milliseconds. */
  readonly issuedAt: number;
  readonly fields: SourceFields;
  /** Of each field, keyed with the signature, which nobody keeps. */
  readonly digests: Readonly<Record<string, string>>;
  /** JPEG 2000, to be opened in the engine's process alone. */
  readonly photo: Buffer | null;
}

export type CodeReading =
  | { readonly ok: true; readonly identity: SignedIdentity }
  | { readonly ok: false; readonly reason: CodeRefusal };

/** Sources that prove an identity by their issuer's signature. */
export interface IdentitySources {
  /** Verifies the digits of a card's code. Never throws for what a borrower sends. */
  readCode(digits: string): CodeReading;
}
