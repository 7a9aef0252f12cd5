import { toBusinessDay } from '@noren/core/money/time';
import { findOrder } from '../../lending/orders/order-store.ts';
import {
  createPaymentLink,
  endOlderLinks,
} from '../../lending/payments/checkout/payment-link-store.ts';
import {
  findTextWithLink,
  type NotificationTemplate,
} from '../../notifications/notification-texts.ts';
import { takeSmsConstants } from '../../notifications/registered-texts.ts';
import { createLinkToken, PAPERS_CHANNEL } from '../../notifications/sign-in-link-store.ts';
import type { SmsTemplate } from '../../notifications/sms-templates.ts';
import type { Delivery } from '../../notifications/store.ts';
import { offsetClock } from '../../platform/business-time.ts';
import type { Deps } from '../../platform/deps.ts';

/** What an SMS of a notification says. */
interface PreparedSms {
  readonly template: SmsTemplate;
  readonly values: Readonly<Record<string, string>>;
  /** Called once the message may have left: the link in it is the loan's newest. */
  readonly endOlder?: () => Promise<void>;
}

/** A notification's text and values as an SMS. A link in it is made now, and its token not kept. */
export async function prepareSms(
  deps: Deps,
  userId: string,
  { kind, values, madeAt }: Pick<Delivery, 'kind' | 'values' | 'madeAt'>,
): Promise<PreparedSms> {
  const withLink = findTextWithLink(kind, deps.today());
  if (withLink !== null) {
    const listed = kind === 'penal_charged' ? listOneCharge(deps, { values, madeAt }) : {};
    return prepareWithPaymentLink(deps, userId, withLink, { ...values, ...listed });
  }

  // Kinds without an SMS template have no SMS delivery.
  const template = kind as NotificationTemplate;
  return {
    template,
    values: template === 'papers_sealed' ? await makePapersLink(deps, userId) : values,
  };
}

/** A penal charge of before the messages of a week, in the words of those. */
function listOneCharge(
  deps: Pick<Deps, 'now' | 'today'>,
  { values, madeAt }: Pick<Delivery, 'values' | 'madeAt'>,
): Record<string, string> {
  const now = deps.now();
  const ahead = offsetClock({ now, today: deps.today() }) - now;

  return { day: toBusinessDay(madeAt + ahead), charges: values.penal ?? '' };
}

async function prepareWithPaymentLink(
  { db, config, appConfig, now }: Deps,
  userId: string,
  template: SmsTemplate,
  values: Delivery['values'],
): Promise<PreparedSms> {
  const order = await findOrder(db, userId, values.repayId ?? '');
  if (!order) throw new Error(`a ${template} names no order`);

  const token = await createPaymentLink(db, order, now());
  return {
    template,
    values: { ...values, ...takeSmsConstants(config.NOREN_APP_HOST, appConfig), payToken: token },
    endOlder: () => endOlderLinks(db, order, { token, now: now() }),
  };
}

/** A link that opens the papers after a code, so that a stranger who has it reads nothing. */
async function makePapersLink(
  { db, config, now }: Deps,
  userId: string,
): Promise<Record<string, string>> {
  const link = { userId, channel: PAPERS_CHANNEL, now: now(), needsCode: true };
  return { host: config.NOREN_APP_HOST, token: await createLinkToken(db, link) };
}
