import type { ScoreInputs } from '@noren/core/lending/scorecard';
import { WORK_KIND_NAMES } from './work.ts';

const { identity, bank_name, score, correction, sanctions } = WORK_KIND_NAMES;

/** The facts that a score uses. */
const INPUTS: Readonly<Record<keyof ScoreInputs, string>> = {
  age: 'Age',
  identity: 'Identity',
  isPanUnique: 'PAN used by no other borrower',
  isAccountUnique: 'Account used by no other borrower',
  hasOverdueOrder: 'Has an overdue loan',
  isDeviceShared: 'Device shared with another borrower',
  nameMatch: 'Names match',
  monthlyIncome: 'Monthly income, at least',
  workStatus: 'Work',
  salaryType: 'How salary is paid',
  otherDebts: 'Other debts',
  settledLoans: 'Loans settled',
  worstOverdueDays: 'Most days overdue',
  maxLoan: 'Largest loan offered',
  scoreReview: 'Reviewed by a person',
};

/** Texts of the reviews. */
export const reviewTexts = {
  title: 'Review',
  about: 'Cases that need a person’s decision',

  lists: { waiting: 'Waiting for us', with_borrower: 'Waiting for the borrower' },
  listLabel: 'Lists of cases',

  columns: {
    kind: 'Kind',
    person: 'Person',
    waiting: 'Waiting',
    due: 'Due',
    reasons: 'Why',
    claim: 'Claimed by',
    asked: 'Requested',
  },

  table: 'Cases in review',
  empty: 'No cases waiting',
  emptyAbout: 'New cases appear here automatically.',
  nobody: 'Unassigned',
  you: 'You',

  kindFilter: 'Kind',
  keys: 'J and K move, Enter opens',
  kinds: { identity, bank_name, score, correction, sanctions },

  reasons: {
    card_unreadable: 'A card could not be read',
    pan_not_read: 'PAN was typed, not read',
    aadhaar_not_read: 'Aadhaar number was typed, not read',
    pan_differs: 'PAN differs from the card',
    aadhaar_differs: 'Aadhaar number differs from the card',
    aadhaar_sides_differ: 'Front and back are from different cards',
    birth_day_differs: 'Date of birth differs',
    name_differs: 'Name differs',
    source_differs: 'The code on the card says something else',
    pan_register_differs: 'The register of PANs does not confirm it',
    face_refused: 'Face check declined',
    face_not_checked: 'Face could not be matched',
    'score-borderline': 'Borderline score',
    'device-shared': 'Another borrower uses the same device',
    name_and_year: 'Name and year of birth are like a listed person’s',
  },

  documents: {
    panFront: 'PAN card, front',
    aadhaarFront: 'Aadhaar card, front',
    aadhaarBack: 'Aadhaar card, back',
    signedPhoto: 'Photo signed by the issuer',
    face: 'Face check',
    bankAccount: 'Bank account',
  },
  fields: { name: 'Name', pan: 'PAN', birthDay: 'Date of birth', aadhaar: 'Aadhaar, last four' },

  crumb: 'Review',
  claimedBy: (name: string, time: string) =>
    `${name} has claimed this until ${time}. You can only view it.`,
  yours: (time: string) => `Yours until ${time}`,
  waitsForBorrower: (document: string) => `Waiting for the borrower: ${document}`,

  place: (number: number, count: number) => `${number} of ${count}`,
  previous: 'Previous case',
  next: 'Next case',

  claim: 'Claim',
  claimed: 'Yours for ten minutes',
  release: 'Release',
  released: 'Released',

  pictures: 'Pictures',
  picturesNote: 'Views are logged',
  noPicture: 'No picture',
  noPictureWhy:
    'The Aadhaar number on it could not be found and masked. You can ask for another picture.',
  pictureFailed: 'The picture could not be loaded.',
  pictureAlt: (name: string) => `${name}, with a watermark`,

  confidence: 'Reading confidence',
  notRead: 'Not read',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  rotate: 'Rotate',

  compared: 'Typed and read',
  differing: (count: number, all: number) => `${count} of ${all} differ`,
  typed: 'Typed',
  read: 'Read',
  on: 'Card',

  cards: {
    panFront: 'PAN',
    aadhaarFront: 'Aadhaar front',
    aadhaarBack: 'Aadhaar back',
    signed: 'Signed code',
    signedPhoto: 'Signed photo',
    face: 'Face',
  },

  uncertain: 'unsure',
  agrees: 'agrees',
  differs: 'differs',
  nothingRead: 'Not read',

  signed: 'Signed by the card’s issuer',
  birthAndGender: 'Date of birth, gender',
  address: 'Address',
  photo: 'Signed photo',
  photoDiffers: 'Little similarity to the face',
  photoNotCompared: 'Not compared with the face',
  cardTaken: 'The card confirmed',
  otherAccount: 'another account',

  field: 'Field',
  names: 'Names, letter by letter',

  nameOf: {
    confirmed: 'Confirmed',
    panFront: 'PAN',
    aadhaarFront: 'Aadhaar',
    aadhaarBack: 'Aadhaar back',
    typed: 'Holder',
    bank: 'At bank',
  },
  matches: { match: 'Same name', partial: 'Partly the same', mismatch: 'Different name' },

  account: 'Bank account',
  accountAt: 'Bank',
  ifsc: 'IFSC',
  accountNo: 'Number',
  validation: 'Bank says',
  validations: {
    unknown: 'Not asked yet',
    pending: 'No answer yet',
    valid: 'Account can be paid',
    invalid: 'Account cannot be paid',
  },

  face: 'Face check',
  faceOutcome: 'Result',
  outcomes: { passed: 'Passed', retry: 'Failed', review: 'Needs review' },

  modes: { camera: 'Five poses before the camera', upload: 'One picture, uploaded' },
  faceMode: 'How',
  poses: 'Poses',
  poseNames: { face: 'ahead', front: 'down', back: 'up', left: 'left', right: 'right' },

  score: 'Live face',
  likeness: 'Same face in all poses',
  similarity: 'Similar to the card',

  hints: 'Check closely',
  hintNames: {
    still_picture: 'Same picture more than once',
    screen_or_print: 'May be a screen or a print',
    flat_face: 'Face looks flat',
    unlike_document: 'Little similarity to the card',
  },

  noFace: 'No face check yet.',
  percent: (value: number) => `${value}%`,
  unknown: 'Not known',

  scoreTitle: 'Score',
  total: 'Points',
  card: 'Scorecard',
  why: 'Why it needs review',
  points: 'Points by row',
  inputs: 'Facts used',
  inputNames: INPUTS,
  yes: 'Yes',
  no: 'No',

  corrections: 'Requested correction',
  correctedFields: {
    name: 'Name',
    birthday: 'Date of birth',
    workStatus: 'Work',
    monthlyIncome: 'Monthly income',
  },
  correctionLabels: ['Stored', 'Requested'] as const,
  nothing: 'Nothing',

  earlier: 'Earlier decisions',
  noEarlier: 'No earlier decisions about this person.',
  decided: (kind: string, decision: string) => `${kind}: ${decision}`,
  decisions: { approve: 'approved', refuse: 'refused' },
  byAndWhy: (by: string, reason: string) => `${by}, ${reason}`,

  decide: 'Decide',
  decidedBySomebody: 'Someone else has this case. You can only view it.',
  approve: 'Approve',
  approveTitle: 'Approve this case?',

  approveWhat: {
    identity: 'The identity counts as verified, and the credit decision continues.',
    bank_name: 'The account counts as the borrower’s own, and the credit decision continues.',
    score: 'The borrower gets the limit that the scorecard allows.',
    correction:
      'The stored value is replaced, and the credit decision is made again where it was refused.',
    sanctions: 'The hold ends. This entry holds this person again only if it changes.',
  },

  whichStands: (field: string) => `${field}: which one stays?`,
  asTyped: 'As typed',
  asSigned: 'As the card’s issuer signed it',
  asOn: (card: string) => `As on the ${card}`,
  numberStands:
    'A number can stay only as its card shows it. If the card was misread, ask for another picture of it.',
  chooseWhichStays: 'Choose which one stays.',
  stays: (value: string) => `${value} stays.`,
  replaces: (typed: string, card: string) => `${card} replaces ${typed}.`,

  refuse: 'Refuse',
  refuseTitle: 'Refuse this case',
  refuseReason: 'Reason',

  refusals: {
    documents_differ: 'Documents differ from what was typed',
    not_readable: 'Documents cannot be read',
    face_differs: 'Face differs from the card',
    name_differs: 'Account holder is someone else',
    means_too_low: 'Income is too low',
    not_shown: 'Documents do not show it',
    picture_unreadable: 'Picture cannot be read',
    same_as_before: 'Same as what is on file',
    write_to_us: 'Must be requested in writing',
    same_person: 'Is the listed person',
  },
  refuseCorrection:
    'The stored value stays. The borrower reads the reason in a message and under “Your data”.',

  acts: {
    approve: { sanctions: 'Someone else' },
    refuse: { sanctions: 'Is the listed person' },
  },

  otherPersonTitle: 'Not the listed person?',
  otherPersonReason: 'Why it is someone else',
  otherPersonReasons: {
    birth_day_differs: 'Date of birth differs',
    name_differs: 'Name differs',
    particulars_differ: 'Other particulars differ',
    no_longer_listed: 'No longer listed',
  },
  samePersonTitle: 'The listed person?',
  samePerson:
    'Nothing is lent or paid out to this person. They do not learn of the list, and you must not tell them. Report it as the compliance officer requires.',

  hitPerson: 'Borrower',
  hitEntry: 'Listed person',
  hitList: 'List',
  hitLists: { un: 'United Nations', national: 'National list' },
  hitListDay: 'List date',
  hitEntryId: 'Entry',
  hitBirths: 'Born',
  hitAbout: (years: string) => `about ${years}`,
  hitScore: 'Name similarity',

  hitParts: 'Names, part by part',
  hitOwn: 'Borrower',
  hitListed: 'Listed',
  hitMatch: 'Comparison',
  hitMatches: { same: 'Same', alike: 'Sounds alike', initial: 'Initial', none: 'Only here' },
  hitNames: 'Names on the list',
  hitQualities: { primary: 'Name', good: 'Alias', low: 'Weak alias' },

  ask: 'Request a document',
  askTitle: 'Request one document again',
  askWhich: 'Document',
  askReason: 'Reason',

  askReasons: {
    not_readable: 'Cannot be read',
    cut_off: 'Part of the card is missing',
    differs: 'Differs from what was typed',
    face_unclear: 'Face cannot be seen well',
    face_differs: 'Face differs from the card',
    other_name: 'Account holder is someone else',
  },
  askAct: 'Ask the borrower',

  borrowerReads: (language: string) => `The borrower reads (${language})`,
  chooseReason: 'Choose a reason.',
  chooseDocument: 'Choose a document and a reason.',

  doneApproved: 'Approved',
  doneRefused: 'Refused',
  doneAsked: 'Request sent to the borrower',
} as const;
