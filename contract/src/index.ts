import * as account from './account.ts';
import * as autopay from './autopay.ts';
import * as bank from './bank.ts';
import type { Call } from './call.ts';
import * as certification from './certification.ts';
import * as coupons from './coupons.ts';
import * as device from './device.ts';
import * as dictionary from './dictionary.ts';
import * as digilocker from './digilocker.ts';
import * as documents from './documents.ts';
import * as email from './email.ts';
import * as firstView from './first-view.ts';
import * as loans from './loans.ts';
import * as login from './login.ts';
import * as lostPhone from './lost-phone.ts';
import * as orders from './orders.ts';
import * as passkeys from './passkeys.ts';
import * as payment from './payment.ts';
import * as paymentLink from './payment-link.ts';
import * as phoneChange from './phone-change.ts';
import * as preorder from './preorder.ts';
import * as privacy from './privacy.ts';
import * as publicCalls from './public.ts';
import * as publicPages from './public-pages.ts';
import * as push from './push.ts';
import * as realName from './real-name.ts';
import * as repayment from './repayment.ts';
import * as servicing from './servicing.ts';
import * as support from './support.ts';
import * as tracking from './tracking.ts';

const modules = {
  ...account,
  ...autopay,
  ...bank,
  ...certification,
  ...coupons,
  ...device,
  ...dictionary,
  ...digilocker,
  ...documents,
  ...email,
  ...firstView,
  ...loans,
  ...login,
  ...orders,
  ...passkeys,
  ...payment,
  ...lostPhone,
  ...paymentLink,
  ...phoneChange,
  ...preorder,
  ...privacy,
  ...publicCalls,
  ...publicPages,
  ...push,
  ...realName,
  ...repayment,
  ...servicing,
  ...support,
  ...tracking,
};

type Modules = typeof modules;

/** Name of a declared call: its export's name. */
export type CallName = { [K in keyof Modules]: Modules[K] extends Call ? K : never }[keyof Modules];

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'response' in value
  );
}

/**
 * Every declared call by its name. The server must handle each: its table of handlers is typed by
 * this.
 */
export const CALLS = Object.fromEntries(
  Object.entries(modules).filter(([, value]) => isCall(value)),
) as unknown as Pick<Modules, CallName>;
