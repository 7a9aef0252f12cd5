import { connect, createServer, type Socket } from 'node:net';

/** A statement as it was sent, with the values of one of its executions: text, bytes, or null. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly (string | Buffer | null)[];
}

/** A connection to PostgreSQL whose statements are captured. */
export interface WireTap {
  readonly port: number;
  /** Each statement sent since the last time, once, with the values of its last execution. */
  take(): SentStatement[];
  stop(): void;
}

/** Opens a port that leads to PostgreSQL's, and reads what goes there. */
export async function tapWire(postgresPort: number): Promise<WireTap> {
  let sent = new Map<string, SentStatement>();
  const note = (one: SentStatement): void => void sent.set(one.text, one);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ port: postgresPort, host: '127.0.0.1', noDelay: true });
    near.setNoDelay(true);

    const read = readStatements(note);
    near.on('data', read);
    near.pipe(far).pipe(near);

    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => sockets.delete(one) && other.destroy());
    }
  });

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    take() {
      const taken = [...sent.values()];
      sent = new Map();
      return taken;
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * The reader of one connection. Source: PostgreSQL's frontend/backend protocol, messages Parse,
 * Bind and Query.
 */
function readStatements(note: (sent: SentStatement) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;

  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      // The first message has no letter before its length.
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;

      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;

      const kind = isStarted ? rest.toString('latin1', 0, 1) : '';
      const message = rest.subarray(head + 4, end);

      rest = rest.subarray(end);
      isStarted = true;

      if (kind === 'P') readParse(message, prepared);
      else if (kind === 'B') note(readBind(message, prepared));
      else if (kind === 'Q')
        note({ text: message.toString('utf8', 0, message.length - 1), values: [] });
    }
  };
}

function readParse(message: Buffer, prepared: Map<string, string>): void {
  const nameEnd = message.indexOf(0);
  const textEnd = message.indexOf(0, nameEnd + 1);
  prepared.set(
    message.toString('utf8', 0, nameEnd),
    message.toString('utf8', nameEnd + 1, textEnd),
  );
}

function readBind(message: Buffer, prepared: ReadonlyMap<string, string>): SentStatement {
  const portalEnd = message.indexOf(0);
  const nameEnd = message.indexOf(0, portalEnd + 1);
  const name = message.toString('utf8', portalEnd + 1, nameEnd);
  let at = nameEnd + 1;

  const next = (size: 2 | 4): number => {
    const value = size === 2 ? message.readInt16BE(at) : message.readInt32BE(at);
    at += size;
    return value;
  };

  const formats = Array.from({ length: next(2) }, () => next(2));
  const values = Array.from({ length: next(2) }, (_, index) => {
    const length = next(4);
    if (length < 0) return null;

    const bytes = Buffer.from(message.subarray(at, at + length));
    at += length;

    // No format for any is text for all, one is that of all.
    return (formats.length > 1 ? formats[index] : formats[0]) === 1
      ? bytes
      : bytes.toString('utf8');
  });

  return { text: prepared.get(name) ?? '', values };
}
