import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IfscServiceAccess } from '../providers/branches/razorpay-ifsc.ts';
import { closeServer } from './close-server.ts';
import { doubleTimeoutMs } from './double-timeout.ts';

/** How the double answers: as documented, with a status and a body, or not at all. */
export type IfscBehaviour =
  | 'answers'
  | 'silent'
  | { readonly status: number; readonly body: string };

/** Razorpay's IFSC service on a local port, as documented at github.com/razorpay/ifsc/wiki/API. */
export interface IfscDouble {
  readonly access: IfscServiceAccess;
  /** Each request as `METHOD path`, with the headers that say anything of the asker. */
  readonly asked: { line: string; headers: readonly string[] }[];
  behaviour: IfscBehaviour;
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
  const server = createServer((request, response) => {
    double.asked.push({
      line: `${request.method} ${request.url}`,
      headers: Object.keys(request.headers),
    });

    const { behaviour } = double;
    if (behaviour === 'silent') return;

    const ifsc = (request.url ?? '/').slice(1);
    const isKnown = /^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc) && !ifsc.endsWith('999999');
    const documented = isKnown
      ? { status: 200, body: JSON.stringify({ ...SAMPLE, IFSC: ifsc, ...double.fields }) }
      : { status: 404, body: '"Not Found"' };
    const { status, body } = behaviour === 'answers' ? documented : behaviour;

    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const { port } = server.address() as AddressInfo;
  const double: IfscDouble = {
    access: {
      baseUrl: `http://127.0.0.1:${port}`,
      get timeoutMs() {
        return doubleTimeoutMs(double.behaviour === 'silent');
      },
    },
    asked: [],
    behaviour: 'answers',
    fields: {},
    close: () => closeServer(server),
  };

  return double;
}
