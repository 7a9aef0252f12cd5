import type { IfscServiceAccess } from '../providers/branches/razorpay-ifsc.ts';
import { type Behaviour, doubleTimeoutMs, serveDouble } from './http-double.ts';

/** Razorpay's IFSC service on a local port, as documented at github.com/razorpay/ifsc/wiki/API. */
export interface IfscDouble {
  readonly access: IfscServiceAccess;
  /** Each request as `METHOD path`, with the headers that say anything of the asker. */
  readonly asked: { line: string; headers: readonly string[] }[];
  behaviour: Behaviour;
  /** Fields of a branch other than the sample's. */
  fields: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** The documentation's sample. */
const SAMPLE = {
  MICR: '444808101',
  BRANCH: 'JIJAU COMMERCIAL CO-OP BANK LTD, MAIN BRANCH',
  ADDRESS: '1ST FLOOR,KHATRI COMPLEX,WALCUT COMPOUND,AMRAVATI',
  STATE: 'MAHARASHTRA',
  CONTACT: '+917212570056',
  UPI: true,
  RTGS: true,
  CITY: 'AMRAVATI',
  CENTRE: 'AMRAVATI',
  DISTRICT: 'AMRAVATI',
  NEFT: true,
  IMPS: true,
  SWIFT: null,
  ISO3166: 'IN-MH',
  BANK: 'Saraswat Co-operative Bank',
  BANKCODE: 'SRCB',
};

export async function startIfscDouble(): Promise<IfscDouble> {
  const { url, close } = await serveDouble(({ method, url: { pathname, search }, headers }) => {
    double.asked.push({ line: `${method} ${pathname}${search}`, headers: Object.keys(headers) });
    if (double.behaviour !== 'answers') return double.behaviour;

    const ifsc = pathname.slice(1);
    const isKnown = /^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc) && !ifsc.endsWith('999999');
    return isKnown
      ? { status: 200, body: { ...SAMPLE, IFSC: ifsc, ...double.fields } }
      : { status: 404, body: '"Not Found"' };
  });

  const double: IfscDouble = {
    access: {
      baseUrl: url,
      get timeoutMs() {
        return doubleTimeoutMs(double.behaviour === 'silent');
      },
    },
    asked: [],
    behaviour: 'answers',
    fields: {},
    close,
  };

  return double;
}
