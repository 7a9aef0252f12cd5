import type { Exclusion } from '@noren/core/staff/roles';

/** Texts of the staff screen. */
export const staffTexts = {
  title: 'Staff',
  parts: 'Parts of this screen',

  people: 'People',
  access: 'Access review',
  exclusions: 'Exclusions',

  name: 'Name',
  email: 'Email',
  roles: 'Roles',
  state: 'State',
  states: { invited: 'Invited', active: 'Active', removed: 'Removed' },
  passkeys: 'Passkeys',
  seen: 'Last seen',
  never: 'Never',
  none: 'No staff yet',
  noRole: 'No role',

  invite: 'Invite a colleague',
  inviteAbout:
    'A second administrator approves the invitation. Then open the person in the list, create the link and send it to them.',
  inviteAlone:
    'Until a second administrator has signed in, no one can approve your requests: you can invite an administrator on your own.',
  inviteOthers: 'Any other role waits until a second administrator can approve it.',
  inviteNow: 'Invite now',

  reason: 'Reason',
  propose: 'Send for approval',
  proposed: 'Sent for approval. Another administrator decides it under Approvals.',
  done: (name: string) => `${name} is invited. Open them in the list and create the link.`,
  doneChange: 'Done.',

  link: 'Create link',
  linkTitle: (name: string) => `Invitation link for ${name}`,
  linkOnce: (name: string) =>
    `Send it to ${name} yourself. It works once, within 24 hours, and is not shown again. If it gets lost, create another one: that cancels this one.`,
  linkDone: 'Done',

  changeRoles: 'Change roles',
  changeOf: (name: string) => `Roles of ${name}`,

  reinvite: 'Reset passkeys',
  reinviteOf: (name: string) => `Reset passkeys of ${name}`,
  reinviteWhat:
    'Once a second administrator approves, all passkeys and sessions end. Then create a link so that they can enrol again.',

  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeWhat:
    'Sessions, passkeys and invitations end at once. Their past actions stay in the audit.',
  removed: (name: string) => `${name} was removed.`,

  endSessions: 'End sessions',
  ended: (count: number) => (count === 1 ? '1 session ended.' : `${count} sessions ended.`),

  sessions: 'Open sessions',
  noSession: 'Not signed in anywhere',
  noPasskey: 'No passkey yet',

  history: 'Roles, newest first',
  given: 'Given',
  endedAt: 'Ended',
  still: 'Current',
  made: 'Created',
  used: 'Last used',
  browser: 'Browser',
  began: 'Started',
  invitedUntil: 'Latest link valid until',
  close: 'Back to list',

  permissions: 'Permissions',
  lastAct: 'Last action',
  accessFile: 'Export as CSV',

  excluded: (names: string) => `These roles cannot be combined: ${names}`,
  exclusionsAbout:
    'No one can hold permissions from both sides. This is checked when roles are proposed and every time a permission is used.',
  one: 'Anyone who can',
  other: 'cannot',
  ownRequest: 'No one can approve their own request or change their own roles.',
  exclusionNames: {
    administrator_money: 'Administrators cannot move money',
    administrator_personal_data: 'Administrators cannot see personal data',
    product_credit: 'No one can both define products and decide credit',
  } satisfies Record<Exclusion['name'], string>,
} as const;
