/** Texts of stopping new lending for everybody. */
export const lendingTexts = {
  stopped: 'New lending is stopped',
  stoppedBy: (name: string | null, since: string) => (name === null ? since : `${name}, ${since}`),
  stop: 'Stop new lending',
  stopTitle: 'Stop new lending for everybody?',
  stopWhy:
    'At once nobody can apply or accept, and payouts that were not sent wait. Repaying goes on. Two people are needed to start it again.',
  stopAct: 'Stop lending now',
  stopDone: 'New lending is stopped.',
  start: 'Start again',
  startTitle: 'Ask to start lending again?',
  startWhy: 'Somebody else approves it. Then borrowers can apply, and the payouts that wait are sent.',
  startAct: 'Ask for the start',
  startDone: 'The request waits for a second person, in Approvals.',
} as const;
