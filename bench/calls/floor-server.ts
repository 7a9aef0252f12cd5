import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { OrderStatus } from '@noren/core/lending/order-status';
import pg from 'pg';
import { namedStatement } from '../named-statement.ts';
import { FLOOR_SECRET } from './floor-side.ts';

/**
 * The floor: bare node:http and pg, nothing else. No sealing, no schemas, no rate limits, no
 * replayed answers. GET /status sends one statement, GET /detail/{id} three, POST
 * /quote three, POST /apply and POST /pay six round trips with one transaction.
 */

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL ?? '',
  max: Number(process.env.DATABASE_POOL),
});

const STATEMENTS = {
  session: `SELECT user_id, biz_status FROM session
    WHERE token_hash = :token AND expires_at > now()`,
  limit: `UPDATE credit_limit SET used_paise = used_paise + :amount, version = version + 1
    WHERE user_id = :userId AND NOT locked AND used_paise + :amount <= total_paise
    RETURNING used_paise`,
  borrow: `INSERT INTO borrow
      (user_id, product_code, principal_paise, fee_paise, status, due_on, idem_key)
    VALUES (:userId, :product, :amount, :fee, 10, current_date + 14, :requestId) RETURNING id`,
  entries: `INSERT INTO ledger_entry (borrow_id, account, amount_paise)
    VALUES (:loanId, :debit, :amount), (:loanId, :credit, -:amount)`,
  product: 'SELECT fee_ppm, gst_ppm, interest_ppm, tenor_days FROM product WHERE code = :product',
  quote: `INSERT INTO quote (user_id, product_code, principal_paise, quote)
    VALUES (:userId, :product, :principal, :quote) RETURNING id`,
  loan: `SELECT id, product_code, principal_paise, status, due_on FROM borrow
    WHERE id = :loanId AND user_id = :userId`,
  ledger: `SELECT account, amount_paise, created_at FROM ledger_entry
    WHERE borrow_id = :loanId ORDER BY id`,
  event: `INSERT INTO event (event_id, borrow_id, amount_paise)
    VALUES (:eventId, :loanId, :amount) ON CONFLICT DO NOTHING`,
  lock: 'SELECT user_id, status FROM borrow WHERE id = :loanId FOR UPDATE',
  settle: `UPDATE borrow SET status = ${OrderStatus.settled} WHERE id = :loanId`,
} as const;

type StatementName = keyof typeof STATEMENTS;

const prepared = new Map(
  Object.entries(STATEMENTS).map(([name, text]) => [name, namedStatement(text, name)]),
);

/** Sends a statement, prepared once for each connection. */
const query = (
  db: Pick<pg.ClientBase, 'query'>,
  name: StatementName,
  values: Readonly<Record<string, unknown>>,
): Promise<pg.QueryResult> => db.query(prepared.get(name)!(values));

/** The bench ends with the first refusal, so that all have one status. */
const server = createServer(async (request, response) => {
  const [status, body] = await answer(request).then(
    (data) => [200, { code: 200, msg: 'ok', data }] as const,
    ({ message: msg }: Error) => [400, { code: 400, msg }] as const,
  );
  const text = JSON.stringify(body);

  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
});

server.listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end().then(() => process.exit(0));
});

async function answer(request: IncomingMessage): Promise<object | undefined> {
  const [, call, id = ''] = (request.url ?? '').split('/');

  if (call === 'status') return { bizStatus: (await requireSession(request)).biz_status };
  if (call === 'detail') return detail(request, id);
  if (call === 'quote') return quote(request);
  if (call === 'apply') return apply(request);
  if (call === 'pay') return pay(request);

  throw new Error('no such call');
}

async function requireSession(request: IncomingMessage, db: pg.Pool | pg.PoolClient = pool) {
  const token = createHash('sha256').update(String(request.headers.authentication)).digest();
  const { rows } = await query(db, 'session', { token });
  if (!rows[0]) throw new Error('no session');

  return rows[0];
}

async function quote(request: IncomingMessage): Promise<object> {
  const { applyTotalAmount, products } = JSON.parse(await readBody(request));
  const principal = applyTotalAmount * 100;
  const { user_id: userId } = await requireSession(request);
  const { rows } = await query(pool, 'product', { product: products[0] });
  const product = rows[0];
  const fee = Math.round((principal * product.fee_ppm) / 1e6);
  const gst = Math.round((fee * product.gst_ppm) / 1e6);
  const interest = Math.round((principal * product.interest_ppm * product.tenor_days) / 1e6);

  const [net, total] = [principal - fee - gst, principal + interest];
  const priced = { principal, fee, gst, interest, net, total };
  const stored = await query(pool, 'quote', {
    userId,
    product: products[0],
    principal,
    quote: JSON.stringify(priced),
  });

  return { quoteId: stored.rows[0].id, ...priced };
}

async function detail(request: IncomingMessage, loanId: string): Promise<object> {
  const { user_id: userId } = await requireSession(request);
  const { rows } = await query(pool, 'loan', { loanId, userId });
  if (!rows[0]) throw new Error('no such loan');

  const ledger = await query(pool, 'ledger', { loanId });
  const owed = ledger.rows.reduce(
    (sum, { amount_paise }) => sum + Math.max(0, Number(amount_paise)),
    0,
  );

  return { ...rows[0], owed, entries: ledger.rows };
}

async function pay(request: IncomingMessage): Promise<undefined> {
  const body = await readBody(request);
  const wanted = createHmac('sha256', FLOOR_SECRET).update(body).digest();
  const signature = Buffer.from(String(request.headers['x-signature']), 'hex');
  if (signature.length !== wanted.length || !timingSafeEqual(signature, wanted))
    throw new Error('signature');

  const { eventId, borrowId: loanId, amountPaise: amount } = JSON.parse(body);

  await withConnection(async (client) => {
    await client.query('BEGIN');

    const noted = await query(client, 'event', { eventId, loanId, amount });
    if (noted.rowCount) {
      const accounts = { debit: 'settlement_in', credit: 'loan_receivable' };
      await query(client, 'lock', { loanId });
      await query(client, 'entries', { loanId, amount, ...accounts });
      await query(client, 'settle', { loanId });
    }

    await client.query('COMMIT');
  });
}

async function apply(request: IncomingMessage): Promise<object> {
  const { applyTotalAmount, products } = JSON.parse(await readBody(request));
  const amount = applyTotalAmount * 100;
  const requestId = request.headers['idempotency-key'];

  return withConnection(async (client) => {
    const { user_id: userId } = await requireSession(request, client);
    await client.query('BEGIN');

    const taken = await query(client, 'limit', { userId, amount });
    if (!taken.rowCount) throw new Error('limit');

    const { rows } = await query(client, 'borrow', {
      userId,
      product: products[0],
      amount,
      fee: amount / 10,
      requestId,
    });
    const loanId = rows[0].id;
    const accounts = { debit: 'loan_receivable', credit: 'disbursement_payable' };

    await query(client, 'entries', { loanId, amount, ...accounts });
    await client.query('COMMIT');

    return { borrowId: loanId };
  });
}

/** Works on a connection; its transaction ends with an error that is thrown. */
async function withConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();

  try {
    return await work(client);
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
