import { randomUUID } from 'node:crypto';
import { saveConsent, viewConsents } from '@noren/contract/account';
import type { AnswerOf, Call } from '@noren/contract/call';
import { checkLiveness, readDocument, startLiveness } from '@noren/contract/certification';
import { type Client, makeClient, type SendOptions } from '@noren/contract/client';
import { drawCard, drawPose, putAt } from '../certify/sandbox.ts';

/** A user about to send pictures; `send` answers when the server has, and throws when it refused. */
export interface Sender {
  send(): Promise<void>;
}

const CARDS = [
  ['pan-front', 'panFront'],
  ['aadhaar-front', 'aadhaarFront'],
  ['aadhaar-back', 'aadhaarBack'],
] as const;
const SEEDS_FROM = 100;
const ANSWER_WITHIN_MS = 300_000;

/** People at their cards, each with another card of another person. */
export async function cardSenders(url: string, count: number): Promise<Sender[]> {
  const all: Sender[] = [];
  for (let index = 0; index < count; index += 1) {
    const sendCall = makeSendCall(await signedIn(url, 'identity'));
    await agree(sendCall, 'identity_documents');
    const [card, type] = CARDS[index % CARDS.length] as (typeof CARDS)[number];
    const file = pictureOf(await drawCard(url, card, SEEDS_FROM + index));
    all.push({
      async send() {
        const { isRead } = await sendCall(readDocument, { body: { type }, file });
        if (!isRead) throw new Error(`a ${card} was not read`);
      },
    });
  }
  return all;
}

/** Users in a started face check, with five frames that show the requested poses. */
export async function faceSenders(url: string, count: number): Promise<Sender[]> {
  const drawn = new Map<string, Blob>();
  for (const pose of ['face', 'left', 'right', 'front', 'back']) drawn.set(pose, pictureOf(await drawPose(url, pose)));
  const all: Sender[] = [];
  for (let index = 0; index < count; index += 1) {
    const sendCall = makeSendCall(await signedIn(url, 'face'));
    await agree(sendCall, 'face_check');
    const { transactionId, poses } = await sendCall(startLiveness, { body: {} });
    const files = poses.map((pose) => drawn.get(pose) as Blob);
    all.push({
      async send() {
        const { outcome, reason } = await sendCall(checkLiveness, { body: { transactionId }, files });
        if (outcome !== 'passed') throw new Error(`a face check ended with ${outcome}: ${reason}`);
      },
    });
  }
  return all;
}

const pictureOf = (jpeg: Buffer<ArrayBuffer>): Blob => new Blob([jpeg], { type: 'image/jpeg' });

async function agree(sendCall: SendCall, purpose: 'identity_documents' | 'face_check'): Promise<void> {
  const { consents } = await sendCall(viewConsents, {});
  const consent = consents.find((one) => one.purpose === purpose);
  if (!consent || consent.state === 'given') return;
  await sendCall(saveConsent, { body: { purpose, textVersion: consent.textVersion, given: true } });
}

async function signedIn(url: string, point: 'identity' | 'face'): Promise<Client> {
  const { token, cookie } = await putAt(url, point);
  const deviceId = randomUUID();
  return makeClient({
    base: url,
    now: () => Date.now(),
    makeRequestId: randomUUID,
    deviceId: () => deviceId,
    token: () => token,
    language: () => 'en',
    sealKey: null,
    timeoutMs: ANSWER_WITHIN_MS,
    fetch: (path, init) => fetch(path, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } }),
  });
}

type SendCall = <C extends Call>(declared: C, options: SendOptions<C>) => Promise<AnswerOf<C>>;

function makeSendCall(client: Client): SendCall {
  return async (declared, options) => {
    const { code, msg, data } = await client.send(declared, options);
    if (code !== 200) throw new Error(`refused: ${code} ${msg} ${JSON.stringify(data)}`);
    return data as AnswerOf<typeof declared>;
  };
}
