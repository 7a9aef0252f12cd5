import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { OrderStatus } from '@noren/core/lending/order-status';
import { UserStatus } from '@noren/core/people/status';
import pg from 'pg';

/**
 * The floor: bare node:http and pg, nothing else. No sealing, no schemas, no rate limits, no replayed answers.
 * GET /hello sends no statement, GET /status one, GET /detail/{id} three, POST /quote three, POST /apply and
 * POST /pay six round trips with one transaction.
 */

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL ?? '',
  max: Number(process.env.DATABASE_POOL),
});

const SESSION = 'SELECT user_id, biz_status FROM session WHERE token_hash = $1 AND expires_at > now()';
const TAKE_LIMIT = `UPDATE credit_limit SET used_paise = used_paise + $2, version = version + 1
  WHERE user_id = $1 AND NOT locked AND used_paise + $2 <= total_paise RETURNING used_paise`;
const BORROW = `INSERT INTO borrow (user_id, product_code, principal_paise, fee_paise, status, due_on, idem_key)
  VALUES ($1, $2, $3, $4, 10, current_date + 14, $5) RETURNING id`;
const ENTRIES = `INSERT INTO ledger_entry (borrow_id, account, amount_paise)
  VALUES ($1, 'loan_receivable', $2), ($1, 'disbursement_payable', -$2)`;
const PRODUCT = 'SELECT fee_ppm, gst_ppm, interest_ppm, tenor_days FROM product WHERE code = $1';
const QUOTE = `INSERT INTO quote (user_id, product_code, principal_paise, quote) VALUES ($1, $2, $3, $4) RETURNING id`;
const LOAN = 'SELECT id, product_code, principal_paise, status, due_on FROM borrow WHERE id = $1 AND user_id = $2';
const LEDGER = 'SELECT account, amount_paise, created_at FROM ledger_entry WHERE borrow_id = $1 ORDER BY id';
const EVENT = `INSERT INTO event (event_id, borrow_id, amount_paise) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
const LOCK = 'SELECT user_id, status FROM borrow WHERE id = $1 FOR UPDATE';
const PAYMENT = `INSERT INTO ledger_entry (borrow_id, account, amount_paise)
  VALUES ($1, 'settlement_in', $2), ($1, 'loan_receivable', -$2)`;
const SETTLE = `UPDATE borrow SET status = ${OrderStatus.settled} WHERE id = $1`;

const secret = process.env.FLOOR_SECRET ?? '';
const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) => send(response, 500, { code: 500, msg: error.message }));
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
    const found = await pool.query({ name: 'session', text: SESSION, values: [token] });
    if (!found.rowCount) return send(response, 401, { code: 401, msg: 'no session' });
    return send(response, 200, { code: 200, msg: 'ok', data: { bizStatus: found.rows[0].biz_status } });
  }
  if (request.url === '/apply') return apply(request, response, token);
  if (request.url === '/quote') return quote(request, response, token);
  if (request.url?.startsWith('/detail/')) return detail(request.url.slice('/detail/'.length), response, token);
  send(response, 404, { code: 404, msg: 'no such call' });
}

async function quote(request: IncomingMessage, response: ServerResponse, token: Buffer): Promise<void> {
  const { applyTotalAmount, products } = JSON.parse(await readBody(request));
  const principal = applyTotalAmount * 100;
  const found = await pool.query({ name: 'session', text: SESSION, values: [token] });
  if (!found.rowCount) return send(response, 401, { code: 401, msg: 'no session' });
  const { rows } = await pool.query({ name: 'product', text: PRODUCT, values: [products[0]] });
  const product = rows[0];
  const fee = Math.round((principal * product.fee_ppm) / 1e6);
  const gst = Math.round((fee * product.gst_ppm) / 1e6);
  const interest = Math.round((principal * product.interest_ppm * product.tenor_days) / 1e6);
  const priced = { principal, fee, gst, interest, net: principal - fee - gst, total: principal + interest };
  const values = [found.rows[0].user_id, products[0], principal, JSON.stringify(priced)];
  const stored = await pool.query({ name: 'quote', text: QUOTE, values });
  send(response, 200, { code: 200, msg: 'ok', data: { quoteId: stored.rows[0].id, ...priced } });
}

async function detail(loanId: string, response: ServerResponse, token: Buffer): Promise<void> {
  const found = await pool.query({ name: 'session', text: SESSION, values: [token] });
  if (!found.rowCount) return send(response, 401, { code: 401, msg: 'no session' });
  const { rows } = await pool.query({ name: 'loan', text: LOAN, values: [loanId, found.rows[0].user_id] });
  if (!rows[0]) return send(response, 404, { code: 404, msg: 'no such loan' });
  const ledger = await pool.query({ name: 'ledger', text: LEDGER, values: [loanId] });
  const owed = ledger.rows.reduce((sum, { amount_paise }) => sum + Math.max(0, Number(amount_paise)), 0);
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
    const noted = await client.query({ name: 'event', text: EVENT, values: [eventId, borrowId, amountPaise] });
    if (noted.rowCount) {
      await client.query({ name: 'lock', text: LOCK, values: [borrowId] });
      await client.query({ name: 'payment', text: PAYMENT, values: [borrowId, amountPaise] });
      await client.query({ name: 'settle', text: SETTLE, values: [borrowId] });
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

async function apply(request: IncomingMessage, response: ServerResponse, token: Buffer): Promise<void> {
  const { applyTotalAmount, products } = JSON.parse(await readBody(request));
  const amount = applyTotalAmount * 100;
  const client = await pool.connect();
  try {
    const found = await client.query({ name: 'session', text: SESSION, values: [token] });
    if (!found.rowCount) return send(response, 401, { code: 401, msg: 'no session' });
    const userId = found.rows[0].user_id;
    await client.query('BEGIN');
    const taken = await client.query({ name: 'limit', text: TAKE_LIMIT, values: [userId, amount] });
    if (!taken.rowCount) {
      await client.query('ROLLBACK');
      return send(response, 409, { code: 500, msg: 'limit' });
    }
    const values = [userId, products[0], amount, amount / 10, request.headers['idempotency-key']];
    const borrow = await client.query({ name: 'borrow', text: BORROW, values });
    await client.query({ name: 'entries', text: ENTRIES, values: [borrow.rows[0].id, amount] });
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
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
