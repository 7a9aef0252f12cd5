import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach } from 'vitest';
import type { SmtpConfig } from '../providers/mail/smtp-mail.ts';
import { doubleTimeoutMs } from './http-double.ts';

/** A mail as the server took it. */
export interface TakenMail {
  readonly to: string;
  /** The address that reports go to. */
  readonly from: string;
  /** As it came over the wire. */
  readonly raw: string;
}

export type SmtpBehaviour =
  | 'takes'
  /** Takes the mail and says nothing more. */
  | 'takes_in_silence'
  /** Ends the connection in the middle of the mail. */
  | 'cuts'
  /** Answers a command with this status and text. */
  | { readonly at: 'sign_in' | 'sender' | 'recipient' | 'mail'; readonly says: string };

export interface SmtpDouble {
  readonly config: SmtpConfig;
  readonly taken: TakenMail[];
  behaviour: SmtpBehaviour;
  close(): Promise<void>;
}

export const SMTP_SECRET = 'a secret of the mail server';

const toError = (says: string): Error =>
  Object.assign(new Error(says.slice(4)), { responseCode: Number(says.slice(0, 3)) });

/** A mail server on this machine, without TLS unless a certificate is given. */
export async function startSmtpDouble(tls?: { key: string; cert: string }): Promise<SmtpDouble> {
  const taken: TakenMail[] = [];
  const refuse = (at: string): Error | null =>
    typeof double.behaviour === 'object' && double.behaviour.at === at
      ? toError(double.behaviour.says)
      : null;

  const smtp = new SMTPServer({
    ...(tls ? { ...tls, secure: true } : { disabledCommands: ['STARTTLS'] }),
    authOptional: true,
    closeTimeout: 100,
    onAuth: ({ username }, _session, done) => done(refuse('sign_in'), { user: username as string }),
    onMailFrom: (_address, _session, done) => done(refuse('sender')),
    onRcptTo: (_address, _session, done) => done(refuse('recipient')),
    onData(stream, session, done) {
      if (double.behaviour === 'cuts') return void stream.once('data', () => cut(session.id));

      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const error = refuse('mail');
        if (error) return done(error);

        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          to: rcptTo.map(({ address }) => address).join(),
          from: mailFrom ? mailFrom.address : '',
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        if (double.behaviour !== 'takes_in_silence') done();
      });
    },
  });
  smtp.on('error', () => undefined);
  const cut = (id: string) => {
    for (const connection of smtp.connections) if (connection.id === id) connection.close();
  };
  await new Promise<void>((done) => smtp.listen(0, '0.0.0.0', () => done()));

  const { port } = smtp.server.address() as AddressInfo;
  const double: SmtpDouble = {
    config: {
      server: `${tls ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
      user: null,
      password: null,
      from: 'papers@lender.example',
      dkim: null,
      timeoutMs: doubleTimeoutMs(false),
      webhookSecrets: [SMTP_SECRET],
    },
    taken,
    behaviour: 'takes',
    close: () => new Promise<void>((done) => smtp.close(() => done())),
  };

  return double;
}

/** Starts one for all tests of the file; each finds it empty. */
export async function useSmtpDouble(): Promise<SmtpDouble> {
  const double = await startSmtpDouble();
  afterAll(() => double.close());

  afterEach(() => {
    double.behaviour = 'takes';
    double.taken.length = 0;
  });

  return double;
}

/** A server that accepts connections and never says a word. */
export async function startSilentServer(): Promise<{ server: string; close(): Promise<void> }> {
  const silent: Server = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', () => done()));
  const { port } = silent.address() as AddressInfo;

  return {
    server: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((done) => silent.close(() => done())),
  };
}
