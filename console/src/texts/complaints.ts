import type { ComplaintAge, ComplaintLevel } from '@noren/core/staff/complaints';

/** Texts of complaints. */
export const complaintTexts = {
  title: 'Complaints',

  tabs: 'Complaints',
  list: 'By due date',
  ageing: 'Ageing report',
  listLabel: 'Tickets',

  ticket: 'Ticket',
  ticketOf: (ticketNo: string, person?: string) =>
    person === undefined ? `Ticket ${ticketNo}` : `Ticket ${ticketNo}, ${person}`,
  type: 'Type',
  state: 'State',
  states: { received: 'Unanswered', answered: 'Answered', closed: 'Closed' },

  level: 'With',
  levels: { desk: 'Support', escalated: 'Escalated' },
  levelNames: {
    desk: 'Support',
    officer: 'Grievance officer',
    principal: 'Principal nodal officer',
  } satisfies Record<ComplaintLevel, string>,
  levelDay: 'This level answers by',
  principalAt: 'Last level since',

  alarm: 'Alarm: the last day is near',
  alarmAbout: 'The owner makes sure that the borrower gets an answer in time.',
  owner: 'Owner',
  noOwner: 'No owner. Take it over.',
  alarmedAt: 'Raised',
  confirmedAt: 'Confirmed',
  notConfirmed: 'Not yet',
  confirmOwner: 'Confirm that you own it',
  takeOver: 'Take it over',
  owned: 'You own this ticket.',

  regulator: 'Complaint at the Reserve Bank',
  regulatorAbout: 'Record a complaint received from the Ombudsman or the Reserve Bank’s cell.',
  caseNo: 'Case number',
  caseCame: 'Received on',
  caseIncomplete: 'Enter the case number and the day we received it.',
  caseRecorded: 'Recorded. The page shows when to reply.',
  recordCase: 'Record case',
  replyBy: 'Reply by',
  repliedOn: 'Replied on',
  notReplied: 'Not yet',
  markReplied: 'We replied today',
  repliedNow: 'The reply was recorded.',

  age: 'Age',
  person: 'Person',
  loan: 'Loan',
  noLoan: 'None named',
  came: 'Received',
  due: 'Answer by',
  done: 'Answered on',

  claimedBy: 'Claimed by',
  claim: 'Claim',
  release: 'Release',
  claimed: 'Claimed. It is yours for 10 minutes.',
  released: 'Released.',
  nobody: 'Unassigned',

  pictures: 'Pictures',

  empty: 'No tickets match',
  emptyWhy: 'Change the filters to see other tickets.',
  escalatedAt: 'Escalated',

  written: 'Complaint',
  picture: (number: number) => `Picture ${number}`,
  pictureOf: (number: number, ticketNo: string) => `Picture ${number} of ticket ${ticketNo}`,
  pictureLogged: 'Each view is logged with your name.',

  reply: 'Reply',
  template: 'Template',

  templates: {
    looking: 'We are looking into it',
    payment_counted: 'Payment found and posted',
    more_needed: 'Transfer number needed',
    mistake: 'Our mistake, corrected',
    final: 'Final answer, with the Ombudsman',
  },

  replyText: (language: string) => `Reply, in ${language}`,
  replyHint: 'The borrower reads exactly this. At most 1,000 characters.',
  english: 'In English',
  isLast: 'Final reply: closes the ticket',

  preview: 'What the borrower receives',
  previewEmpty: 'Write a reply to see it.',
  notification: 'Notification',

  send: 'Send reply',
  sendLast: 'Send reply and close',
  sent: 'The reply was sent.',
  closedNow: 'The reply was sent and the ticket closed.',

  closed: 'This ticket is closed.',
  notYours: (level: ComplaintLevel) =>
    level === 'principal'
      ? 'Only the principal nodal officer can answer it now.'
      : 'This was escalated. Only the grievance officer can answer it.',
  readOnly: 'Your roles can see complaints but not answer them.',

  entries: 'Replies and notes',
  noEntries: 'No replies or notes yet.',
  entryKinds: { note: 'Note', reply: 'Reply', escalation: 'Escalated' },

  note: 'Internal note',
  noteHint: 'Only staff can read it.',
  addNote: 'Save note',
  noted: 'The note was saved.',

  escalate: (to: ComplaintLevel) =>
    to === 'principal'
      ? 'Escalate to the principal nodal officer'
      : 'Escalate to the grievance officer',
  escalateWhy:
    'After that, this level can no longer answer. ' +
    'The last day for the borrower’s answer stays the same.',
  escalated: 'The ticket was escalated.',

  facts: 'Facts',
  language: 'Language',
  earlierAnswer: 'Answer so far',
  short: 'Enter at least 5 characters.',

  ages: {
    week: 'Up to 7 days',
    fortnight: '8 to 15 days',
    month: '16 to 30 days',
    over: 'Over 30 days',
  } satisfies Record<ComplaintAge, string>,
  total: 'All',

  reportTitle: (day: string) => `Unanswered tickets by age on ${day}`,
  reportAbout: 'Days since received. Open a number to see its tickets.',
  showAge: (count: number, age: string) => `${count}: ${age}`,
  late: 'Overdue',

  answeredTitle: 'Answered in the last 30 days',
  answered: 'Answered',
  inTime: 'On time',
  median: 'Median time to answer',
  hours: (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`),
  none: 'None',
} as const;
