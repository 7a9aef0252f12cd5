/** Texts of the letters that staff post. */
export const letterTexts = {
  title: 'Letters',
  about:
    'Reminders to confirm details that go out by letter. Print each one, post it and record the day.',
  list: 'Letters to post',
  none: 'No letters to post',
  person: 'Person',
  reminder: 'Reminder',
  due: 'Confirm by',
  since: 'On the list since',
  address: 'Address',
  hasAddress: 'Known',
  noAddress: 'None',
  print: 'Print',
  act: 'Actions',
  handle: 'Record',
  handleTitle: 'What happened to the letter?',
  outcome: 'Outcome',
  outcomes: {
    posted: 'Posted',
    no_address: 'Not posted: no address',
    undeliverable: 'Not posted: undeliverable',
  },
  postedDay: 'Posted on',
  save: 'Save',
  saved: 'Recorded.',
} as const;
