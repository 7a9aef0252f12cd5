import type { AppConfig } from '@noren/contract/public';
import { rupees } from '@noren/core/money/money';

const officer = {
  name: 'Meera Example',
  phone: '1800 000 0000',
  email: 'grievance@example.in',
  address: '1 Example Road',
};

/** The app's public configuration, invented. */
export const sampleConfig: AppConfig = {
  sendsEmail: true,
  isSandbox: true,
  hasAutopay: true,
  identityServices: ['pan_register'],
  maxLoanPaise: rupees(80_000),
  complaintAnswerDays: 30,
  terms: {
    tenorDays: { least: 7, most: 30 },
    interestPpmPerDayFrom: 800,
    hasRegularOnly: true,
    example: {
      productCode: 'N30',
      principalPaise: rupees(10_000),
      tenorDays: 30,
      feePaise: rupees(250),
      gstPaise: rupees(45),
      interestPaise: rupees(240),
      netPaise: rupees(9_705),
      totalPaise: rupees(10_240),
      aprHundredths: 6707,
    },
  },
  policyVersion: '2026-11',
  gpGuideShow: true,
  lender: {
    name: 'Example Finance Ltd',
    cin: 'U0',
    registrationNo: 'N0',
    address: '1 Example Road',
    grievance: officer,
  },
  appGrievance: { ...officer, name: 'Ravi Example' },
  staffService: {
    serviceWhatsApp: '+91 90000 00000',
    servicePhone: '1800 000 0001',
    serviceEmail: 'help@example.in',
    serviceTime: '09:00–18:00',
  },
};
