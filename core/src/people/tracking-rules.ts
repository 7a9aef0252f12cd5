/** How many records the app collects before it sends them. Source: specification §9. */
export const FLUSH_AT = 20;
/**
 * The most that one batch carries: when nothing can be sent and more are collected, the oldest are
 * dropped. @ASSUMED
 */
export const MAX_BATCH_RECORDS = 100;
/**
 * The most records kept of one user, the oldest dropped: a fast thumb fills it in months, a program
 * in an hour. @ASSUMED
 */
export const MAX_RECORDS_PER_USER = 5_000;
/** How long records and grouped faults are kept, in days. @ASSUMED */
export const KEEP_DAYS = 90;

/**
 * What a field's record contains besides its times: the words, how many characters they have, or
 * nothing.
 */
type RecordedContent = 'content' | 'length' | 'nothing';

/**
 * Every field that may be tracked. Fields of identity, money, contacts or codes record their times
 * alone; a field that is not here is not tracked at all. Source: `docs/wire.md`, "Tracking".
 */
const RECORDED_CONTENT = {
  /** The search above a list of the app's own choices. */
  listSearch: 'content',
  bankSearch: 'length',
  feedbackText: 'length',
  companyName: 'length',
  companyAddress: 'nothing',
  street: 'nothing',
  locality: 'nothing',
  district: 'nothing',
  pin: 'nothing',
  stateSearch: 'nothing',
  email: 'nothing',
  identityName: 'nothing',
  pan: 'nothing',
  contactName: 'nothing',
  contactPhone: 'nothing',
  holderName: 'nothing',
  accountNo: 'nothing',
  ifsc: 'nothing',
  utr: 'nothing',
  paidAmount: 'nothing',
} as const satisfies Record<string, RecordedContent>;

/** A field that declares itself trackable. */
export type TrackedField = keyof typeof RECORDED_CONTENT;
export const TRACKED_FIELDS = Object.keys(RECORDED_CONTENT) as TrackedField[];

const LONGEST = 100;
const LENGTH_ONLY = /^#\d{1,5}$/;
/**
 * Four digits of any script, however they are spaced, or an address: a number typed into the wrong
 * field.
 */
const NUMBER_OR_ADDRESS = /(?:\p{Nd}[\s.,/-]*){4}|@/u;

/**
 * The content a field's record may carry: asked by the app before it keeps a record, and by the
 * server again before it stores one. What it made of a text before, it leaves as it is.
 * @param idName the field, as the record names it
 * @param typed the content of the field
 * @returns the words, `#` and the number of characters, or nothing
 */
export function toRecordedContent(idName: string, typed: string): string {
  const recorded: RecordedContent = Object.hasOwn(RECORDED_CONTENT, idName)
    ? RECORDED_CONTENT[idName as TrackedField]
    : 'nothing';

  switch (recorded) {
    case 'nothing':
      return '';
    case 'length':
      return toLengthMark(typed);
    case 'content':
      return typed.length > LONGEST || NUMBER_OR_ADDRESS.test(typed) ? toLengthMark(typed) : typed;
    default: {
      const missing: never = recorded;
      throw new RangeError(`unknown kind of recorded content: ${missing}`);
    }
  }
}

function toLengthMark(typed: string): string {
  return LENGTH_ONLY.test(typed) ? typed : `#${Math.min([...typed].length, 99_999)}`;
}
