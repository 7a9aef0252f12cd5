import type { PenalTerms } from './terms.ts';

/**
 * The days that cost a penal charge after overdue day `from` up to and with overdue day `to`. Grace
 * days are free; `alreadyCharged` days of the order count towards the most that are ever charged.
 * Source: `docs/domain.md`, penal charge.
 */
export function penalDays(
  penal: PenalTerms,
  span: { from: number; to: number; alreadyCharged: number },
): number {
  const first = Math.max(span.from, penal.graceDays, 0);
  const left = penal.maxDays - span.alreadyCharged;
  return Math.max(0, Math.min(span.to - first, left));
}

/**
 * The penal charge of an overdue amount for so many charged days, exact, in millionths of a paisa.
 */
export function penalMillionths(
  penal: PenalTerms,
  overdueAmount: bigint,
  chargedDays: number,
): bigint {
  return overdueAmount * BigInt(penal.ppmPerDay) * BigInt(chargedDays);
}
