import type { AnswerOf } from '@noren/contract/call';
import { type DocumentType, readDocument } from '@noren/contract/certification';
import { CODES } from '@noren/contract/codes';
import type { ErrorData } from '@noren/contract/envelope';
import type { Reason } from '@noren/contract/reasons';
import { useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { useUpload } from '../../api/use-upload.ts';
import { preparePicture } from '../../ui/form/picture.ts';

export type Reading = AnswerOf<typeof readDocument>;

type Refusal = Pick<ErrorData, 'mayGoOn' | 'place'> & { text?: string };

/** Why a picture was not read: it was rejected, or the request failed. */
export type Trouble =
  | ({ kind: 'refused'; reason: Reason } & Refusal)
  | { kind: 'unsent'; error: ApiError | NoAnswer };

/**
 * A card's picture from choosing to reading. It stays on the phone until it is read, so that a
 * failure loses nothing.
 */
export function useDocument(type: DocumentType, onRead: (reading: Reading) => void) {
  const { send, part, isSending, cancel } = useUpload(readDocument);
  const [picture, setPicture] = useState<Blob>();
  const [code, setCode] = useState<string>();
  const [isPreparing, setPreparing] = useState(false);
  const [reading, setReading] = useState<Reading>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [refusals, setRefusals] = useState(0);
  const [isLastTry, setLastTry] = useState(false);

  const refuse = (reason: Reason, detail: Refusal = {}) => {
    setTrouble({ kind: 'refused', reason, ...detail });
    setRefusals((before) => before + 1);
  };

  const sendPicture = async (isLast: boolean) => {
    if (!picture) return;

    setLastTry(isLast);
    setTrouble(undefined);

    const body = {
      type,
      ...(isLast && { isLastTry: 'true' as const }),
      ...(code !== undefined && { code }),
    };
    const read = await send({ body, file: picture }, (error) => {
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
    picture,
    reading,
    trouble,
    /** How many pictures of this card were rejected. */
    refusals,
    isPreparing,
    isSending,
    part,
    cancel,
    /**
     * Accepts a picture after checking it on the phone.
     * @param found the digits of the card's signed code, if the camera found it
     */
    choose: async (file: Blob, found?: string) => {
      setReading(undefined);
      setTrouble(undefined);
      setLastTry(false);
      setPicture(undefined);
      setCode(found);
      setPreparing(true);

      const prepared = await preparePicture(file).finally(() => setPreparing(false));
      if (prepared.ok) setPicture(prepared.picture);
      else refuse(prepared.fault);
    },
    /** Sends the picture; a retry after a lost connection repeats the same request. */
    use: () => sendPicture(isLastTry),
    /** Sends it as the last picture of an unreadable card, for a manual review. */
    goOnWithout: () => sendPicture(true),
  };
}
