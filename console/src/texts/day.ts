/** Texts of the closes of days and the job queues. */
export const dayTexts = {
  title: 'Day',
  parts: 'Parts of the day',

  tabs: {
    overview: 'Now',
    closes: 'Closes',
    faults: 'Faults',
    checks: 'Self-checks',
    jobs: 'Jobs',
    deliveries: 'Messages',
  },

  businessDay: 'Business day',
  lastClosed: 'Last closed day',
  noneClosed: 'None yet',
  faults: 'Orders that failed to close',

  due: 'Jobs due',
  later: 'Scheduled jobs',
  failed: 'Failed jobs',

  outbox: 'Outgoing queue',
  outboxEmpty: 'Nothing is waiting',
  what: 'What',
  whats: {
    sms: 'SMS',
    push: 'Push',
    other_sms: 'SMS to the other number',
    mail: 'Email',
    payout: 'Payout',
    refund: 'Refund',
    event: 'Provider’s event',
  },
  state: 'State',
  count: 'Count',
  oldest: 'Oldest or next',

  keys: 'Encryption keys',
  newestKey: 'Newest key',
  olderKeys: 'Older keys',
  noKey: 'None',

  rotation: 'Re-encryption with the newest key',
  noRotation: 'Never run',
  rotationRuns: (of: {
    keyId: number;
    tablesDone: number;
    tables: number;
    fields: number;
    files: number;
  }) =>
    `Key ${of.keyId}: ${of.tablesDone} of ${of.tables} tables, ${of.fields} fields and ${of.files} files so far`,
  rotationDone: (keyId: number, fields: number, files: number) =>
    `Key ${keyId}: done, ${fields} fields and ${files} files`,

  rotate: 'Re-encrypt with the newest key',
  keysAbout:
    'When it is done, only the stored answers of calls still need an older key, for one day. Keep that key with the backups that were made with it. The hash key, by which people are found, is changed on the server, not here.',

  running: 'Running',
  program: 'Program',
  connections: 'Connections',
  since: 'Since',
  nothingRuns: 'No programs are connected',

  day: 'Day',
  started: 'Started',
  finished: 'Finished',
  notFinished: 'Not yet',
  orders: 'Orders',
  undone: 'Undone',
  closed: 'Closed',
  open: 'Closing',
  noCloses: 'No days closed yet',

  order: 'Order',
  reason: 'Reason',
  attempts: 'Attempts',
  first: 'First',
  last: 'Last',
  noFaults: 'Every order was closed',

  check: 'Check',
  result: 'Result',
  holds: 'Passed',
  fails: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
  examined: 'Checked',
  ran: 'Last run',
  noChecks: 'No checks have run yet. They run after each day-end close.',
  historyOf: (name: string) => `History: ${name}`,
  listed: 'Needs a decision',
  history: 'Select a check to see its findings and history.',

  message: 'Message',
  channel: 'Channel',
  lastTry: 'Last attempt',
  nextTry: 'Next attempt',
  deliveryLists: { waiting: 'Waiting to be sent', failed: 'Not delivered' },
  allArrived: 'Every message was delivered',

  list: 'List',
  lists: { waiting: 'Waiting or running', failed: 'Failed' },
  job: 'Job',
  runs: 'Runs',
  isRunning: 'Running',
  /** `send-payout` is "Send payout". */
  jobName: (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' '),

  error: 'Error',
  noJobs: 'The queue is empty',
  noFailed: 'No failed jobs',

  requeue: 'Retry',
  requeueOf: (name: string) => `Retry ${name}`,
  requeueWhat: 'The job runs again immediately. Running a job twice is safe.',
  requeued: 'The job was queued again.',
  none: '–',
} as const;
