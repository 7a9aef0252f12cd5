import type { Instalment } from '@noren/core/lending/schedule';

/** A schedule in wire form. */
export const toSentSchedule = (schedule: readonly Instalment[]) =>
  schedule.map((instalment) => ({
    number: instalment.number,
    dueDay: instalment.dueDay,
    principalPaise: instalment.principal,
    interestPaise: instalment.interest,
    totalPaise: instalment.amount,
    outstandingPaise: instalment.outstanding,
  }));
