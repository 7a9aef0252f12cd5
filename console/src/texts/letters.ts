/** Texts of the letters that staff post. */
export const letterTexts = {
  title: 'Letters',
  about:
    'Reminders to confirm details that go out by letter. Print one, post it, and write on which day.',
  list: 'Letters to post',
  none: 'No letter waits to be posted',
  person: 'Person',
  reminder: 'Reminder',
  due: 'Confirm by',
  since: 'On the list since',
  address: 'Address',
  hasAddress: 'Known',
  noAddress: 'None',
  print: 'Print',
  act: 'Posted or not',
  handle: 'Record',
  handleTitle: 'What became of the letter?',
  outcome: 'Outcome',
  outcomes: {
    posted: 'Posted',
    no_address: 'Not posted: no address',
    undeliverable: 'Not posted: it cannot be delivered',
  },
  postedDay: 'Posted on',
  save: 'Save',
  saved: 'Recorded.',
} as const;
