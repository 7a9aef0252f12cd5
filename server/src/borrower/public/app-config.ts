import { type AppConfig, type LenderFile, lenderFileData } from '@noren/contract/public';
import { priceLoan, principalRange } from '@noren/core/lending/offer';
import { type ProductTerms, regulatoryRowOn, regulatoryRows } from '@noren/core/lending/terms';
import { min, type Paise, paise, rupees } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import { consentTexts } from '@noren/core/people/consent';
import type { IdentityService } from '@noren/core/people/identity-services';
import { UserStatus } from '@noren/core/people/status';
import { ConfigError } from '../../platform/config/config-error.ts';
import { readJsonFile } from '../../platform/config/json-file.ts';
import type { FixedAppConfig } from '../../platform/deps.ts';

/**
 * Reads NOREN_LENDER_FILE.
 * @throws ConfigError when it cannot be read or is incomplete
 */
export async function readLenderFile(path: string): Promise<LenderFile> {
  const read = lenderFileData.safeParse(await readJsonFile('NOREN_LENDER_FILE', path));
  if (read.success) {
    requireLongEnough(read.data.staffService.callsRecordedMonths);
    return read.data;
  }

  const wrong = read.error.issues.map((issue) => issue.path.join('.') || 'all of it');
  throw new ConfigError(
    `NOREN_LENDER_FILE is not usable: missing or wrong: ${[...new Set(wrong)].join(', ')}`,
  );
}

/** @throws ConfigError for recordings that are deleted earlier than the law, also that to come, lets */
function requireLongEnough(months: number | undefined): void {
  const least = Math.max(
    ...regulatoryRows
      .filter(({ name }) => name === 'callRecordingMonths')
      .map(({ value }) => value),
  );

  if (months !== undefined && months < least)
    throw new ConfigError(
      `NOREN_LENDER_FILE is not usable: staffService.callsRecordedMonths is below ${least}`,
    );
}

/** The sandbox's invented lender. */
export const sandboxLender: LenderFile = {
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
  complaints: {
    principalNodal: {
      name: 'Principal Nodal Officer (sandbox)',
      phone: '1800 000 0003',
      email: 'nodal@lender.example',
      address: '1 Example Road, Mumbai 400001',
    },
    regulator: 'ombudsman',
  },
};

/** What the landing page's example is about, where a first loan may be that large. */
const EXAMPLE = rupees(10_000);

/** The part of the public configuration that holds as long as the process runs. */
export function makeFixedConfig(input: {
  lender: LenderFile;
  isSandbox: boolean;
  sendsEmail: boolean;
  hasAutopay: boolean;
  identityServices: readonly IdentityService[];
  maxLoanRupees: number;
}): FixedAppConfig {
  return {
    ...input.lender,
    isSandbox: input.isSandbox,
    sendsEmail: input.sendsEmail,
    hasAutopay: input.hasAutopay,
    identityServices: [...input.identityServices],
    maxLoanPaise: rupees(input.maxLoanRupees),
    policyVersion: consentTexts.privacy_policy.textVersion,
  };
}

/** How long the app may show prices and settings that another process has changed. */
const PRICES_HOLD_MS = 30_000;

/**
 * Reads the public configuration, with the prices of the products offered today. They are read
 * again after half a minute and on a new day. While the database does not answer, the last ones are
 * shown.
 */
export function makeAppConfigReader(from: {
  readOffered: (day: BusinessDay) => Promise<readonly ProductTerms[]>;
  /** The most that somebody without a settled loan may have. */
  readFirstLimit: (day: BusinessDay) => Promise<Paise>;
  readSettings: () => Promise<{ gpGuideShow: boolean }>;
  fixed: FixedAppConfig;
  now: () => number;
  today: () => BusinessDay;
}): () => Promise<AppConfig> {
  // Read by the grievance page alone, so that no first page carries it.
  const { complaints: _, ...shown } = from.fixed;
  let last: { day: BusinessDay; at: number; config: Promise<AppConfig> } | undefined;

  return () => {
    const [day, at] = [from.today(), from.now()];
    if (last && last.day === day && Math.abs(at - last.at) < PRICES_HOLD_MS) return last.config;

    const before = last?.config;
    const config = Promise.all([
      from.readOffered(day),
      from.readSettings(),
      from.readFirstLimit(day),
    ])
      .then(([products, settings, firstLimit]) => ({
        ...shown,
        ...settings,
        complaintAnswerDays: regulatoryRowOn('complaintAnswerDays', day).value,
        terms: landingTerms(products, day, min(firstLimit, paise(from.fixed.maxLoanPaise))),
      }))
      .catch((error: unknown) => {
        if (!before) throw error;
        return before;
      });

    last = { day, at, config };
    config.catch(() => {
      last = undefined;
    });

    return config;
  };
}

/**
 * What the landing page says of the products on offer; null when there is none.
 * @param firstLimit the most that a first loan may be
 */
export function landingTerms(
  products: readonly ProductTerms[],
  today: BusinessDay,
  firstLimit: Paise,
): AppConfig['terms'] {
  if (products.length === 0) return null;

  const tenors = products.map((product) => product.tenorDays);
  return {
    tenorDays: { least: Math.min(...tenors), most: Math.max(...tenors) },
    interestPpmPerDayFrom: Math.min(...products.map((product) => product.interestPpmPerDay)),
    hasRegularOnly: !products.every(isOpenToNewcomers),
    example: firstLoanExample(products, today, firstLimit),
  };
}

const isOpenToNewcomers = ({ minBizStatus }: ProductTerms): boolean =>
  minBizStatus <= UserStatus.certified;

/**
 * The longest loan that somebody without a settled loan can have, priced by the same code as real
 * loans.
 */
function firstLoanExample(
  products: readonly ProductTerms[],
  today: BusinessDay,
  firstLimit: Paise,
) {
  const most = min(EXAMPLE, firstLimit);
  const possible = products.filter(isOpenToNewcomers).flatMap((product) => {
    const range = principalRange(product, most);
    return range ? [{ product, principal: range.max }] : [];
  });
  const [longest] = possible.toSorted((a, b) => b.product.tenorDays - a.product.tenorDays);
  if (!longest) return null;

  const quote = priceLoan({ ...longest, startDay: today });

  return {
    productCode: quote.productCode,
    principalPaise: quote.principal,
    tenorDays: quote.tenorDays,
    feePaise: quote.fee,
    gstPaise: quote.gst,
    interestPaise: quote.interest,
    netPaise: quote.netDisbursed,
    totalPaise: quote.totalRepayable,
    aprHundredths: quote.aprHundredths,
  };
}
