import pg from 'pg';
import { type DatabaseHost, databaseHosts, parseDatabaseUrl } from '../config/database-hosts.ts';

/** For how long an answer to which host is the primary is used again. */
const FOUND_FOR_MS = 1_000;
/**
 * How often it is asked while there are connections: a machine that vanished breaks none of them by
 * itself.
 */
const LOOK_EVERY_MS = 2_000;
const PROBE_WITHIN_MS = 2_000;

/** The timeline grows with each promotion: a former primary that came back has an older one. */
const TIMELINE = `
  select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** What a host says of itself: the timeline that it writes on, or why it is no primary. */
type Answer = { host: DatabaseHost } & ({ timeline: string } | { why: string });

/** A connection's own socket, as the pool uses it too. */
type OpenClient = DatabaseHost & { connection: { stream: { destroy(): void } } };

/**
 * A machine that vanished says nothing: PostgreSQL asks for it after half a minute of silence, and
 * after another half ends its sessions with the locks they hold. By its own settings it would after
 * two hours. What `options` of the address say counts.
 */
const KEEPALIVES =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/**
 * The schemas in which names are looked up; PostgreSQL's own always comes first. The role's own
 * setting does not count: with the queue's schema in it, an object that the role made there could
 * stand in for a table, an operator or a function.
 */
const SEARCH_PATH = '-c search_path=public,pg_temp';

/**
 * How a pool or a client connects to a database. With `standby=host:port` in the address, once for
 * each replica, every connection goes to the host that is the primary then, and those to a former
 * primary are closed.
 */
export function connectionTo(url: string): { connectionString: string; Client?: typeof pg.Client } {
  const address = parseDatabaseUrl(url);
  const isFollowed = address.searchParams.has('standby');

  address.searchParams.delete('standby');

  // Of a setting that is given twice, the last counts.
  const options = [KEEPALIVES, address.searchParams.get('options') ?? '', SEARCH_PATH];
  address.searchParams.set('options', options.filter((some) => some !== '').join(' '));

  const connectionString = address.href;
  if (!isFollowed) return { connectionString };

  let known = clients.get(url);
  if (!known) {
    known = clientFor(new PrimaryFinder(connectionString, databaseHosts(url)));
    clients.set(url, known);
  }

  return { connectionString, Client: known };
}

/** One finder for all pools of a process. */
const clients = new Map<string, typeof pg.Client>();

/** A client of its own, outside a pool. */
export function makeClient(url: string, options: pg.ClientConfig): pg.Client {
  const { connectionString, Client = pg.Client } = connectionTo(url);
  return new Client({ ...options, connectionString });
}

class PrimaryFinder {
  readonly #url: string;
  readonly #hosts: readonly DatabaseHost[];
  readonly #open = new Set<OpenClient>();
  #found: { at: number; primary: Promise<DatabaseHost> } | null = null;
  #watch: NodeJS.Timeout | null = null;

  constructor(url: string, hosts: readonly DatabaseHost[]) {
    this.#url = url;
    this.#hosts = hosts;
  }

  /** @throws Error with the code of a lost connection when no host is a primary */
  find(): Promise<DatabaseHost> {
    const at = performance.now();
    if (!this.#found || at - this.#found.at > FOUND_FOR_MS)
      this.#found = { at, primary: this.#ask() };
    return this.#found.primary;
  }

  add(client: OpenClient & pg.Client): void {
    this.#open.add(client);
    client.once('end', () => {
      this.#open.delete(client);
      if (this.#open.size === 0 && this.#watch) clearInterval(this.#watch);
      if (this.#open.size === 0) this.#watch = null;
    });

    this.#watch ??= setInterval(() => void this.#closeFormer(), LOOK_EVERY_MS).unref();
  }

  async #closeFormer(): Promise<void> {
    const primary = await this.find().catch(() => null);
    if (!primary) return;

    for (const client of this.#open)
      if (client.host !== primary.host || client.port !== primary.port)
        client.connection.stream.destroy();
  }

  async #ask(): Promise<DatabaseHost> {
    const answers = await Promise.all(this.#hosts.map((host) => this.#probe(host)));
    const primaries = answers.filter((answer) => 'timeline' in answer);
    const newest = primaries.sort((a, b) => (a.timeline < b.timeline ? 1 : -1))[0];
    if (newest) return newest.host;

    const whys = answers.map((answer) =>
      'why' in answer ? `${answer.host.host}:${answer.host.port} ${answer.why}` : '',
    );
    throw Object.assign(new Error(`no host of the database is a primary: ${whys.join('; ')}`), {
      code: '08001',
    });
  }

  async #probe(host: DatabaseHost): Promise<Answer> {
    const address = new URL(this.#url);
    [address.hostname, address.port] = [
      host.host.includes(':') ? `[${host.host}]` : host.host,
      String(host.port),
    ];

    const client = new pg.Client({
      connectionString: address.href,
      connectionTimeoutMillis: PROBE_WITHIN_MS,
      query_timeout: PROBE_WITHIN_MS,
      application_name: 'noren primary',
    });
    client.on('error', () => undefined);

    try {
      await client.connect();
      const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
      const timeline = rows[0]?.timeline ?? null;
      return timeline === null ? { host, why: 'is a replica' } : { host, timeline };
    } catch (error) {
      return { host, why: `does not answer (${(error as Error).message})` };
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

function clientFor(finder: PrimaryFinder): typeof pg.Client {
  return class PrimaryClient extends pg.Client {
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connected = finder.find().then(async (primary) => {
        Object.assign(this, primary);
        finder.add(this as unknown as OpenClient & pg.Client);
        await super.connect();
        return this;
      });
      if (!callback) return connected;

      // Not in the promise: what the callback throws is its caller's.
      const done = callback as (error?: Error) => void;
      connected.then(
        () => process.nextTick(done),
        (error: Error) => process.nextTick(done, error),
      );

      return undefined;
    }
  } as typeof pg.Client;
}
