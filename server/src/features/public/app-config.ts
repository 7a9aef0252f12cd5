import { readFile } from 'node:fs/promises';
import { type AppConfig, type LenderData, lenderData } from '@noren/contract/public';
import { priceLoan } from '@noren/core/lending/offer';
import { maxLoanAmount, type ProductTerms } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import { consentTexts } from '@noren/core/people/consent';
import * as z from 'zod/mini';
import { ConfigError } from '../../platform/config/config.ts';

/**
 * Reads NOREN_LENDER_FILE.
 * @throws ConfigError when it cannot be read or is incomplete
 */
export async function readLenderFile(path: string): Promise<LenderData> {
  try {
    return lenderData.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const what =
      error instanceof z.core.$ZodError
        ? `${error.issues[0]?.path.join('.')} is missing or wrong`
        : 'it cannot be read';
    throw new ConfigError(`NOREN_LENDER_FILE is not usable: ${what}`);
  }
}

/** The sandbox's invented lender. */
export const sandboxLender: LenderData = {
  lender: {
    name: 'Noren Sandbox Finance Ltd',
    cin: 'U00000MH2026PLC000000',
    registrationNo: 'SANDBOX-NBFC-0000',
    address: '1 Example Road, Mumbai 400001',
    grievance: {
      name: 'Grievance Officer (sandbox)',
      phone: '1800 000 0001',
      email: 'grievance@lender.example',
      address: '1 Example Road, Mumbai 400001',
    },
  },
  appGrievance: {
    name: 'Noren Grievance Officer (sandbox)',
    phone: '1800 000 0002',
    email: 'grievance@noren.example',
    address: '2 Example Road, Mumbai 400001',
  },
  staffService: {
    serviceWhatsApp: '+91 90000 00000',
    servicePhone: '1800 000 0000',
    serviceEmail: 'help@noren.example',
    serviceTime: '09:00–18:00',
  },
};

/** Principal of the landing page's example. */
const EXAMPLE_RUPEES = 10_000;

/** The app's public configuration. Its example is priced by the same code as real loans. */
export function makeAppConfig(input: {
  lender: LenderData;
  products: readonly ProductTerms[];
  isSandbox: boolean;
  today: BusinessDay;
}): AppConfig {
  const { products } = input;
  const longest = products.reduce((a, b) => (b.tenorDays > a.tenorDays ? b : a));
  const quote = priceLoan({ product: longest, principal: rupees(EXAMPLE_RUPEES), startDay: input.today });
  return {
    ...input.lender,
    isSandbox: input.isSandbox,
    maxLoanPaise: maxLoanAmount,
    tenorDays: {
      least: Math.min(...products.map((product) => product.tenorDays)),
      most: longest.tenorDays,
    },
    interestPpmPerDayFrom: Math.min(...products.map((product) => product.interestPpmPerDay)),
    gpGuideShow: true,
    policyVersion: consentTexts.privacy_policy.textVersion,
    example: {
      productCode: quote.productCode,
      principalPaise: quote.principal,
      tenorDays: quote.tenorDays,
      feePaise: quote.fee,
      gstPaise: quote.gst,
      interestPaise: quote.interest,
      netPaise: quote.netDisbursed,
      totalPaise: quote.totalRepayable,
      aprHundredths: quote.aprHundredths,
    },
  };
}
