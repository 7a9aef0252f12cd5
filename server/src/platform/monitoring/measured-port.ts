import type { PaymentProviders } from '../payment-providers.ts';
import type { BranchDirectory } from '../ports/branches.ts';
import type { CompanySignIn } from '../ports/company-sign-in.ts';
import type { DigiLocker } from '../ports/digilocker.ts';
import type { Mail } from '../ports/mail.ts';
import type { PanRegister } from '../ports/pan-register.ts';
import type { PaperSealer } from '../ports/paper-sealer.ts';
import type { Payouts } from '../ports/payouts.ts';
import type { SanctionsSource } from '../ports/sanctions-source.ts';
import type { Sms } from '../ports/sms.ts';
import type { StaffAlerts } from '../ports/staff-alerts.ts';
import { withInnerSpan } from '../tracing/tracing.ts';
import type { Metrics } from './metrics.ts';

/** An error of a port means that no answer came, unless it says that the provider refused. */
type Outcome = 'ok' | 'refused' | 'no_answer';

/**
 * The same port, each of whose requests is measured and a span; what answers at once is not a
 * request.
 */
export function measuredPort<T extends object>(port: T, provider: string, metrics: Metrics): T {
  const measured = Object.entries(port).map(([operation, member]) => {
    if (typeof member !== 'function') return [operation, member];

    const call = (...given: unknown[]): unknown => {
      const from = performance.now();
      const span = { name: `${provider} ${operation}`, kind: 'request', attributes: {} } as const;
      const answer: unknown = withInnerSpan(
        () => span,
        () => member.apply(port, given),
      );
      if (!(answer instanceof Promise)) return answer;

      const observe = (outcome: Outcome): void =>
        metrics.observeProvider({
          provider,
          operation,
          outcome,
          seconds: (performance.now() - from) / 1_000,
        });

      return answer.then(
        (value: unknown) => {
          observe(classifyAnswer(value));
          return value;
        },
        (error: unknown) => {
          observe(
            error instanceof Error && error.name.endsWith('Refusal') ? 'refused' : 'no_answer',
          );
          throw error;
        },
      );
    };

    return [operation, call];
  });
  return Object.fromEntries(measured) as T;
}

/**
 * Some ports answer with a state instead of an error; one that was not even reached refused
 * nothing.
 */
function classifyAnswer(answer: unknown): Outcome {
  const { state, reason } = (answer ?? {}) as { state?: unknown; reason?: unknown };
  if (state === 'unknown' || reason === 'unreachable') return 'no_answer';
  return state === 'refused' ? 'refused' : 'ok';
}

/** Counts the messages that the provider took. */
function countedSms(sms: Sms, metrics: Metrics): Sms {
  return {
    ...sms,
    async send(message) {
      const answer = await sms.send(message);
      if (answer.state === 'sent' || answer.state === 'delivered')
        metrics.countSms(message.template);
      return answer;
    },
  };
}

interface Providers {
  readonly sms: Sms;
  readonly mail: Mail | null;
  readonly payouts: Payouts;
  readonly payments: PaymentProviders;
  readonly branches: BranchDirectory;
  readonly companySignIn: CompanySignIn | null;
  readonly staffAlerts: StaffAlerts | null;
  readonly sanctionsSource: SanctionsSource | null;
  readonly paperSealer: PaperSealer | null;
  readonly panRegister: PanRegister | null;
  readonly digiLocker: DigiLocker | null;
}

/** Measures each request to a provider. */
export function measureProviders(providers: Providers, metrics: Metrics): Providers {
  const { sms, payouts, payments, branches, companySignIn, staffAlerts, sanctionsSource } =
    providers;
  const { mail, paperSealer, panRegister, digiLocker } = providers;

  return {
    sms: measuredPort(countedSms(sms, metrics), sms.name, metrics),
    mail: mail && measuredPort(mail, mail.name, metrics),
    payouts: measuredPort(payouts, payouts.name, metrics),
    payments: payments.map((one) => ({
      ...measuredPort(one, one.name, metrics),
      ...(one.mandates && { mandates: measuredPort(one.mandates, one.name, metrics) }),
    })),
    branches: measuredPort(branches, 'branches', metrics),
    companySignIn: companySignIn && measuredPort(companySignIn, 'company-sign-in', metrics),
    staffAlerts: staffAlerts && measuredPort(staffAlerts, 'staff-hook', metrics),
    sanctionsSource: sanctionsSource && measuredPort(sanctionsSource, 'sanctions-list', metrics),
    paperSealer: paperSealer && measuredPort(paperSealer, paperSealer.name, metrics),
    panRegister: panRegister && measuredPort(panRegister, panRegister.name, metrics),
    digiLocker: digiLocker && measuredPort(digiLocker, digiLocker.name, metrics),
  };
}
