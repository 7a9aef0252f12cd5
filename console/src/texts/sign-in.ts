/** Texts of sign-in and enrolment. */
export const signInTexts = {
  title: 'Sign in',
  lead: 'Your passkey is on this computer, your phone or a security key.',

  act: 'Sign in with a passkey',
  company: 'Sign in with your company account',
  otherWay: 'Back to sign-in',

  waiting: 'Waiting for your passkey',
  noPasskeys: 'This browser does not support passkeys. Use an up-to-date one.',
  lost: 'Lost your passkeys? Two administrators can invite you again.',

  sandboxTitle: 'Sandbox: sign in as',
  sandboxLead:
    'These people are invented. In production you sign in with a passkey or your company account.',
  beSecond: 'Sign in as the second person of a role',

  again: 'You were signed out',
  againWhy: 'Sign in to continue where you left off.',
} as const;

export const enrolTexts = {
  title: 'Welcome',
  checking: 'Reading the invitation',
  refused: 'This invitation cannot be used',
  refusedWhy: 'A link works once, within 24 hours. Ask an administrator for a new one.',
  noToken: 'This link is incomplete. Copy the whole link from the message.',

  name: 'Name',
  email: 'Email',
  roles: 'Roles',
  notYou: 'Not you? Close this page and tell the administrator who invited you.',

  passkeyName: 'Name of the passkey',
  passkeyHint: 'A name you will recognise, such as “office laptop”.',
  act: 'Create passkey',

  second: 'Add a second passkey',
  secondLead:
    'With two passkeys, losing one does not lock you out. Create it on another device or a security key.',
  secondAct: 'Create second passkey',
  later: 'Later',

  ready: 'You are set up',
  readyLead: (name: string, roles: string) =>
    `${name}, ${roles}. From now on you sign in with your passkey.`,
  onePasskey:
    'You have one passkey. Add a second one soon, in the account menu under “Your passkeys and sessions”.',
  aloneLead:
    'Next, invite a second administrator. Everything that needs two people waits until that person has signed in. Better still, invite three: then one of you can lose every passkey.',
  inviteNext: 'Invite an administrator',
  open: 'Open the console',

  firstName: 'First passkey',
  secondName: 'Second passkey',
} as const;

export const accessTexts = {
  title: 'Your passkeys and sessions',

  passkeys: 'Passkeys',
  onePasskey: 'You have one passkey. With a second, losing one does not lock you out.',
  noPasskey: 'You have no passkeys yet.',
  add: 'Add a passkey',
  added: 'The passkey was added.',
  name: 'Name',

  made: 'Created',
  used: 'Last used',
  never: 'Never',

  sessions: 'Sessions',
  browser: 'Browser',
  began: 'Started',
  seen: 'Last seen',
  thisOne: 'This session',

  end: 'End',
  endOf: (browser: string) => `End the session in ${browser}`,
  ended: 'The session has ended.',
  act: 'Actions',
} as const;
