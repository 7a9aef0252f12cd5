/** Texts of stopping new lending for everybody. */
export const lendingTexts = {
  stopped: 'New lending is stopped',
  stoppedBy: (name: string | null, since: string) => (name === null ? since : `${name}, ${since}`),
  stop: 'Stop new lending',
  stopTitle: 'Stop new lending for everyone?',
  stopWhy:
    'No one can apply or accept an offer, and payouts not yet sent are held. Borrowers can still repay. Restarting needs two people.',
  stopAct: 'Stop lending now',
  stopDone: 'New lending is stopped.',
  start: 'Restart lending',
  startTitle: 'Propose restarting lending?',
  startWhy:
    'Someone else must approve it. Then borrowers can apply again and held payouts are sent.',
  startAct: 'Propose restart',
  startDone: 'Sent for approval. See Approvals.',
} as const;
