/** Texts of field problems by code. A code without a text is a sentence from the server. */
const PROBLEMS: Readonly<Record<string, string>> = {
  empty: 'Enter at least two characters.',
  short: 'Too short. Write a little more.',
  long: 'Too long. Shorten it.',
  character: 'Contains a character that cannot be stored.',
  email: 'Enter an email address, such as gita@lender.example.',
  day: 'Choose a day.',
  format: 'This is not in the right format.',
  pan: 'This is not a PAN.',
  ifsc: 'This is not an IFSC.',
  account: 'This is not an account number.',
  id: 'No such number.',
  choice: 'Choose one.',
  unknown: 'Choose one of those offered.',
  token: 'This link is incomplete.',
  required: 'Required.',
};

export function problemText(code: string): string {
  return PROBLEMS[code] ?? code;
}

/** What goes wrong in a call for which the server sent no text. */
export const callTexts = {
  offline: 'The server cannot be reached. Check your connection.',
  noAnswer:
    'The server did not answer, so we do not know whether this was done. The page is being read again. If it was not done, press the button again: it cannot be done twice.',
  unreadable: 'The server’s answer could not be read.',
  passkeyCancelled: 'The passkey was not confirmed. Nothing was changed.',
  tooLong: 'The list has more than 5,000 rows. Filter it first.',
  passkeyMissing: 'This browser does not support passkeys.',
  confirmWithPasskey: 'Confirm with your passkey',
} as const;
