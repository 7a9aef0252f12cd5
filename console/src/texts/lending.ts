/** Texts of stopping new lending for everybody. */
export const lendingTexts = {
  stopped: 'New lending is stopped',
  stoppedBy: (name: string | null, since: string) => (name === null ? since : `${name}, ${since}`),
  stop: 'Stop new lending',
  stopTitle: 'Stop new lending for everybody?',
  stopWhy:
    'From this moment nobody can apply or accept, and payouts that were not sent wait. Borrowers can still repay. Starting again needs two people.',
  stopAct: 'Stop lending now',
  stopDone: 'New lending is stopped.',
  start: 'Start again',
  startTitle: 'Ask to start lending again?',
  startWhy: 'A second person must approve it. Then borrowers can apply again, and the waiting payouts are sent.',
  startAct: 'Propose the start',
  startDone: 'The request waits for a second person, in Approvals.',
} as const;
