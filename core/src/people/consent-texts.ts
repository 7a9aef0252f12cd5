import { type ConsentRecord, consentTexts, type Purpose } from './consent.ts';

/** The texts where a server asks for more with the identity documents. */
function alsoAsk<const I extends 'signed_source' | 'digilocker' | 'pan_register'>(
  textVersion: string,
  ...more: readonly I[]
) {
  const { identity_documents: own } = consentTexts;
  const asked = more.filter((item): item is I & 'pan_register' => item === 'pan_register');

  return {
    ...consentTexts,
    identity_documents: {
      ...own,
      textVersion,
      items: [...own.items, ...more],
      seenBy: [...own.seenBy, ...asked],
    },
  };
}

/** Where the server verifies what a card's issuer signed, asks the register of PANs, or both. */
const textsWithSource = alsoAsk('2026-11-5', 'signed_source');
const textsWithPan = alsoAsk('2026-11-6', 'pan_register');
const textsWithBoth = alsoAsk('2026-11-7', 'signed_source', 'pan_register');
/** Where a borrower may use DigiLocker beside a signed source, without and with the register. */
const textsWithLocker = alsoAsk('2026-11-8', 'signed_source', 'digilocker');
const textsWithAll = alsoAsk('2026-11-9', 'signed_source', 'digilocker', 'pan_register');

const ALL_TEXTS = [
  consentTexts,
  textsWithSource,
  textsWithPan,
  textsWithBoth,
  textsWithLocker,
  textsWithAll,
] as const;

export type ConsentTexts = (typeof ALL_TEXTS)[number];

/** What a server does that its texts say. */
interface AskedSources {
  /** Whether it verifies what a card's issuer signed. */
  readonly hasSource: boolean;
  /** Whether it asks the register of PANs. */
  readonly asksPanRegister: boolean;
  /** Whether it fetches from DigiLocker, which it does only with a signed source. */
  readonly usesDigiLocker: boolean;
}

/** The texts that a server asks with. */
export function consentTextsFor(server: AskedSources): ConsentTexts {
  const { hasSource, asksPanRegister, usesDigiLocker } = server;
  if (usesDigiLocker) return asksPanRegister ? textsWithAll : textsWithLocker;
  if (asksPanRegister) return hasSource ? textsWithBoth : textsWithPan;
  return hasSource ? textsWithSource : consentTexts;
}

/** A purpose's text of a version; undefined for one that is not known here. */
export function findConsentText<P extends Purpose>(
  purpose: P,
  textVersion: string,
): ConsentTexts[P] | undefined {
  return ALL_TEXTS.map((texts) => texts[purpose]).find((text) => text.textVersion === textVersion);
}

/**
 * Whether the consent in force covers one thing that only some texts of its purpose ask for.
 * @param records in the order they were made
 */
export function coversItem(
  records: readonly ConsentRecord[],
  purpose: Purpose,
  item: string,
): boolean {
  const newest = records.findLast((record) => record.purpose === purpose);
  if (newest?.decision !== 'given' || newest.withdrawnAt !== null) return false;

  const items: readonly string[] = findConsentText(purpose, newest.textVersion)?.items ?? [];
  return items.includes(item);
}
