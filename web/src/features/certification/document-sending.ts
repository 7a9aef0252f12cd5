import type { AnswerOf } from '@noren/contract/call';
import { type DocumentType, readDocument } from '@noren/contract/certification';
import { CODES } from '@noren/contract/codes';
import { type ErrorData, FILE_LIMIT_BYTES } from '@noren/contract/envelope';
import type { Reason } from '@noren/contract/reasons';
import { useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { useUpload } from '../../api/use-upload.ts';
import { type PictureResult, preparePicture } from '../../ui/form/picture.ts';
import { canScan, findCode } from './find-code.ts';

/** Below what the server takes in one upload, with room for the fields beside it. */
const MOST_ORIGINAL_BYTES = FILE_LIMIT_BYTES - 64_000;

export type Reading = AnswerOf<typeof readDocument>;

type Refusal = Pick<ErrorData, 'mayGoOn' | 'place'> & { text?: string };

/** Why a picture was not read: it was rejected, or the request failed. */
export type Trouble =
  | ({ kind: 'refused'; reason: Reason } & Refusal)
  | { kind: 'unsent'; error: ApiError | NoAnswer };

/** A picture ready to be sent, with the digits of the card's signed code if it was found. */
type Card = { picture: Blob; code?: string | undefined };

/**
 * A card's picture from choosing to reading. A picture that passed the phone's checks is sent at
 * once; it stays on the phone until it is read, so that a failure loses nothing.
 */
export function useDocument(
  { type, readsCodes }: { type: DocumentType; readsCodes: boolean },
  onRead: (reading: Reading) => void,
) {
  const { send, part, isSending, cancel } = useUpload(readDocument);
  const [card, setCard] = useState<Card>();
  const [isPreparing, setPreparing] = useState(false);
  const [reading, setReading] = useState<Reading>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [refusals, setRefusals] = useState(0);
  const [isLastTry, setLastTry] = useState(false);

  const refuse = (reason: Reason, detail: Refusal = {}) => {
    setTrouble({ kind: 'refused', reason, ...detail });
    setRefusals((before) => before + 1);
  };

  const sendPicture = async (card: Card, isLast: boolean) => {
    setLastTry(isLast);
    setTrouble(undefined);

    const body = {
      type,
      ...(isLast && { isLastTry: 'true' as const }),
      ...(card.code !== undefined && { code: card.code }),
    };
    const read = await send({ body, file: card.picture }, (error) => {
      const data =
        error instanceof ApiError && error.code === CODES.invalidInput ? error.data : null;
      if (data?.reason)
        refuse(data.reason, { text: error.message, mayGoOn: data.mayGoOn, place: data.place });
      else setTrouble({ kind: 'unsent', error });
    });
    if (!read) return;

    setReading(read);
    onRead(read);
  };

  return {
    picture: card?.picture,
    reading,
    trouble,
    /** How many pictures of this card were rejected. */
    refusals,
    isPreparing,
    isSending,
    part,
    cancel,
    /**
     * Checks a picture on the phone, then sends it.
     * @param found the digits of the card's signed code, if the camera found it
     */
    choose: async (file: Blob, found?: string) => {
      setReading(undefined);
      setTrouble(undefined);
      setLastTry(false);
      setCard(undefined);
      setPreparing(true);

      const looksForCode = readsCodes && type !== 'panFront' && found === undefined;
      const prepared = await prepareCard(file, looksForCode).finally(() => setPreparing(false));
      if (!prepared.ok) return refuse(prepared.fault);

      const chosen = { picture: prepared.picture, code: found ?? prepared.code };
      setCard(chosen);
      await sendPicture(chosen, false);
    },
    /** Sends the picture again; a retry after a lost connection repeats the same request. */
    use: async () => card && (await sendPicture(card, isLastTry)),
    /** Sends it as the last picture of an unreadable card, for a manual review. */
    goOnWithout: async () => card && (await sendPicture(card, true)),
  };
}

type PreparedCard = PictureResult & { code?: string | undefined };

/**
 * A card's picture made ready to be sent, with the code on the chosen one: it is looked for before
 * the picture is made smaller. A browser that cannot look sends the picture as it was chosen, so
 * that the server can, if the server takes one so large.
 */
async function prepareCard(file: Blob, looksForCode: boolean): Promise<PreparedCard> {
  const prepared = await preparePicture(file);
  if (!prepared.ok || !looksForCode) return prepared;
  if (canScan()) return { ...prepared, code: await findCode(file) };

  return file.size <= MOST_ORIGINAL_BYTES ? { ok: true, picture: file } : prepared;
}
