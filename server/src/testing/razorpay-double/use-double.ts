import { afterAll } from 'vitest';
import { type RazorpayDouble, startRazorpayDouble } from './double.ts';

/** Starts the double for all tests of the file and stops it after the last. */
export async function useRazorpayDouble(now: () => number): Promise<RazorpayDouble> {
  const double = await startRazorpayDouble(now);
  afterAll(() => double.stop());
  return double;
}
