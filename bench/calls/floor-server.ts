import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { OrderStatus } from '@noren/core/lending/order-status';
import { UserStatus } from '@noren/core/people/status';
import pg from 'pg';
import { namedStatement } from '../named-statement.ts';

/**
 * The floor: bare node:http and pg, nothing else. No sealing, no schemas, no rate limits, no
 * replayed answers. GET /hello sends no statement, GET /status one, GET /detail/{id} three, POST
 * /quote three, POST /apply and POST /pay six round trips with one transaction.
 */

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL ?? '',
  max: Number(process.env.DATABASE_POOL),
});

const SESSION = namedStatement<'token'>(
  'SELECT user_id, biz_status FROM session WHERE token_hash = :token AND expires_at > now()',
  'session',
);

const TAKE_LIMIT = namedStatement<'userId' | 'amount'>(
  `UPDATE credit_limit SET used_paise = used_paise + :amount, version = version + 1
   WHERE user_id = :userId AND NOT locked AND used_paise + :amount <= total_paise RETURNING used_paise`,
  'limit',
);

const BORROW = namedStatement<'userId' | 'product' | 'amount' | 'fee' | 'requestId'>(
  `INSERT INTO borrow (user_id, product_code, principal_paise, fee_paise, status, due_on, idem_key)
   VALUES (:userId, :product, :amount, :fee, 10, current_date + 14, :requestId) RETURNING id`,
  'borrow',
);

const ENTRIES = namedStatement<'loanId' | 'amount'>(
  `INSERT INTO ledger_entry (borrow_id, account, amount_paise)
   VALUES (:loanId, 'loan_receivable', :amount), (:loanId, 'disbursement_payable', -:amount)`,
  'entries',
);

const PRODUCT = namedStatement<'product'>(
  'SELECT fee_ppm, gst_ppm, interest_ppm, tenor_days FROM product WHERE code = :product',
  'product',
);

const QUOTE = namedStatement<'userId' | 'product' | 'principal' | 'quote'>(
  `INSERT INTO quote (user_id, product_code, principal_paise, quote)
   VALUES (:userId, :product, :principal, :quote) RETURNING id`,
  'quote',
);

const LOAN = namedStatement<'loanId' | 'userId'>(
  'SELECT id, product_code, principal_paise, status, due_on FROM borrow WHERE id = :loanId AND user_id = :userId',
  'loan',
);

const LEDGER = namedStatement<'loanId'>(
  'SELECT account, amount_paise, created_at FROM ledger_entry WHERE borrow_id = :loanId ORDER BY id',
  'ledger',
);

const EVENT = namedStatement<'eventId' | 'loanId' | 'amount'>(
  'INSERT INTO event (event_id, borrow_id, amount_paise) VALUES (:eventId, :loanId, :amount) ON CONFLICT DO NOTHING',
  'event',
);

const LOCK = namedStatement<'loanId'>(
  'SELECT user_id, status FROM borrow WHERE id = :loanId FOR UPDATE',
  'lock',
);

const PAYMENT = namedStatement<'loanId' | 'amount'>(
  `INSERT INTO ledger_entry (borrow_id, account, amount_paise)
   VALUES (:loanId, 'settlement_in', :amount), (:loanId, 'loan_receivable', -:amount)`,
  'payment',
);

const SETTLE = namedStatement<'loanId'>(
  `UPDATE borrow SET status = ${OrderStatus.settled} WHERE id = :loanId`,
  'settle',
);

const secret = process.env.FLOOR_SECRET ?? '';

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) =>
    send(response, 500, { code: 500, msg: error.message }),
  );
});

server.listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end().then(() => process.exit(0));
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/hello')
    return send(response, 200, { code: 200, msg: 'ok', data: { bizStatus: UserStatus.certified } });
  if (request.url === '/pay') return pay(request, response);

  const token = createHash('sha256').update(String(request.headers.authentication)).digest();
  if (request.url === '/status') {
    const found = await pool.query(SESSION({ token }));
    if (!found.rowCount) return send(response, 401, { code: 401, msg: 'no session' });

    return send(response, 200, {
      code: 200,
      msg: 'ok',
      data: { bizStatus: found.rows[0].biz_status },
    });
  }

  if (request.url === '/apply') return apply(request, response, token);
  if (request.url === '/quote') return quote(request, response, token);
  if (request.url?.startsWith('/detail/'))
    return detail(request.url.slice('/detail/'.length), response, token);

  send(response, 404, { code: 404, msg: 'no such call' });
}

async function quote(
  request: IncomingMessage,
  response: ServerResponse,
  token: Buffer,
): Promise<void> {
  const { applyTotalAmount, products } = JSON.parse(await readBody(request));
  const principal = applyTotalAmount * 100;
  const found = await pool.query(SESSION({ token }));
  if (!found.rowCount) return send(response, 401, { code: 401, msg: 'no session' });

  const { rows } = await pool.query(PRODUCT({ product: products[0] }));
  const product = rows[0];
  const fee = Math.round((principal * product.fee_ppm) / 1e6);
  const gst = Math.round((fee * product.gst_ppm) / 1e6);
  const interest = Math.round((principal * product.interest_ppm * product.tenor_days) / 1e6);
  const priced = {
    principal,
    fee,
    gst,
    interest,
    net: principal - fee - gst,
    total: principal + interest,
  };
  const stored = await pool.query(
    QUOTE({
      userId: found.rows[0].user_id,
      product: products[0],
      principal,
      quote: JSON.stringify(priced),
    }),
  );

  send(response, 200, { code: 200, msg: 'ok', data: { quoteId: stored.rows[0].id, ...priced } });
}

async function detail(loanId: string, response: ServerResponse, token: Buffer): Promise<void> {
  const found = await pool.query(SESSION({ token }));
  if (!found.rowCount) return send(response, 401, { code: 401, msg: 'no session' });

  const { rows } = await pool.query(LOAN({ loanId, userId: found.rows[0].user_id }));
  if (!rows[0]) return send(response, 404, { code: 404, msg: 'no such loan' });

  const ledger = await pool.query(LEDGER({ loanId }));
  const owed = ledger.rows.reduce(
    (sum, { amount_paise }) => sum + Math.max(0, Number(amount_paise)),
    0,
  );

  send(response, 200, { code: 200, msg: 'ok', data: { ...rows[0], owed, entries: ledger.rows } });
}

async function pay(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const wanted = createHmac('sha256', secret).update(body).digest();
  const signature = Buffer.from(String(request.headers['x-signature']), 'hex');
  if (signature.length !== wanted.length || !timingSafeEqual(signature, wanted))
    return send(response, 401, { code: 401, msg: 'signature' });

  const { eventId, borrowId, amountPaise } = JSON.parse(body);
  const client = await pool.connect();

  try {
    await client.query('BEGIN');

    const noted = await client.query(EVENT({ eventId, loanId: borrowId, amount: amountPaise }));
    if (noted.rowCount) {
      await client.query(LOCK({ loanId: borrowId }));
      await client.query(PAYMENT({ loanId: borrowId, amount: amountPaise }));
      await client.query(SETTLE({ loanId: borrowId }));
    }

    await client.query('COMMIT');
    send(response, 200, { code: 200, msg: 'ok' });
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function apply(
  request: IncomingMessage,
  response: ServerResponse,
  token: Buffer,
): Promise<void> {
  const { applyTotalAmount, products } = JSON.parse(await readBody(request));
  const amount = applyTotalAmount * 100;
  const client = await pool.connect();

  try {
    const found = await client.query(SESSION({ token }));
    if (!found.rowCount) return send(response, 401, { code: 401, msg: 'no session' });

    const userId = found.rows[0].user_id;
    await client.query('BEGIN');

    const taken = await client.query(TAKE_LIMIT({ userId, amount }));
    if (!taken.rowCount) {
      await client.query('ROLLBACK');
      return send(response, 409, { code: 500, msg: 'limit' });
    }

    const requestId = request.headers['idempotency-key'];
    const borrow = await client.query(
      BORROW({ userId, product: products[0], amount, fee: amount / 10, requestId }),
    );

    await client.query(ENTRIES({ loanId: borrow.rows[0].id, amount }));
    await client.query('COMMIT');
    send(response, 200, { code: 200, msg: 'ok', data: { borrowId: borrow.rows[0].id } });
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((read, failed) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => read(text));
    request.on('error', failed);
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
