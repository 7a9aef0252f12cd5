import type { LinkSegment } from '@noren/core/lending/link-campaign';

/** Texts of links sent to borrowers. */
export const linkTexts = {
  title: 'Links',
  about:
    'A link goes to the borrower’s own phone and works once, within 24 hours. Send one from a person’s page, or to a whole segment.',

  parts: 'Parts of this screen',
  tabs: { sent: 'Links', segments: 'To a segment' },

  segment: 'Segment',
  segments: {
    overdue_d1: 'Overdue 1–7 days',
    overdue_d8: 'Overdue 8–30 days',
    overdue_d31: 'Overdue 31–60 days',
    overdue_d61: 'Overdue 61–90 days',
    overdue_d91: 'Overdue 91 days and more',
    not_seen_30: 'Not signed in for 30 days, opted in to offers',
    not_seen_90: 'Not signed in for 90 days, opted in to offers',
    offer_ready: 'With an open offer',
  } satisfies Record<LinkSegment, string>,

  onePerson: 'One person',
  campaigns: 'Links to segments',
  noCampaigns: 'No links sent to segments yet',

  newCampaign: 'Send links to a segment',
  campaignAbout:
    'Someone else must approve it. Each person gets one link, within contact hours. People on a contact hold, in a dispute or at the contact limit are left out.',
  people: (count: number) =>
    count === 1 ? '1 person can receive one now' : `${count} people can receive one now`,
  counting: 'Counting',

  most: 'Maximum links',
  mostProblem: (most: number) => `Enter a whole number from 1 to ${most}.`,

  running: 'Running',
  finished: 'Finished',
  links: 'Created',
  linksOf: (links: number, most: number) => `${links} of at most ${most}`,
  askedBy: 'Requested by',
  started: 'Approved',

  none: 'No links sent yet',
  person: 'Person',
  kind: 'Link',
  kinds: { sign_in: 'Sign-in', payment: 'Payment' },
  order: 'Order',

  state: 'State',
  states: {
    queued: 'Queued',
    sent: 'Sent',
    refused: 'Not accepted',
    unknown: 'No answer',
    withheld: 'Held back',
  },

  used: 'Used',
  notUsed: 'Not used',
  expired: 'Expired',
  by: 'Sent by',
  made: 'Requested',
  reason: 'Reason',

  send: 'Send a link',
  sendWhy:
    'An SMS with a link that signs the borrower in once, within 24 hours. You never see the link.',
  act: 'Send',
  sent: 'The link is on its way.',

  which: 'Which link',
  signInAbout: 'For someone who cannot receive the code.',
  paymentAbout: (repayId: string) => `To repay ${repayId}.`,
} as const;
