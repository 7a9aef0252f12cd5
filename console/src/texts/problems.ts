/** Problems of fields by the code of their schema. Any other code is a sentence from the server. */
const PROBLEMS: Readonly<Record<string, string>> = {
  empty: 'Enter at least two characters.',
  short: 'Too short. Write a little more.',
  long: 'Too long. Shorten it.',
  character: 'Contains a character that cannot be stored.',
  email: 'Enter an email address, such as gita@lender.example.',
  day: 'Choose a day.',
  format: 'This is not written as it should be.',
  pan: 'This is not a PAN.',
  ifsc: 'This is not an IFSC.',
  account: 'This is not an account number.',
  id: 'This is not a number of ours.',
  choice: 'Choose one.',
  token: 'This link is not complete.',
  required: 'This is needed.',
};

export function problemText(code: string): string {
  return PROBLEMS[code] ?? code;
}

/** Faults of calls that have no words from the server. */
export const callTexts = {
  offline: 'The server cannot be reached. Check your connection; nothing was changed.',
  unreadable: 'The server answered something that cannot be read.',
  passkeyCancelled: 'The passkey was not given. Nothing was changed.',
  tooLong: 'The list has more than 5,000 rows. Filter it first.',
  passkeyMissing: 'This browser has no passkeys.',
  confirmWithPasskey: 'Confirm with your passkey',
} as const;
