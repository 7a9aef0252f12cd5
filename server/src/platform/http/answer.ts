import { type Call, listCodes } from '@noren/contract/call';
import { CODES, TOKEN_EXPIRED_MESSAGE } from '@noren/contract/codes';
import type { Envelope } from '@noren/contract/envelope';
import type { Language } from '@noren/contract/fields';
import { say } from '../translations/translations.ts';
import type { CallError } from './call-error.ts';

/** An answer and its HTTP status. */
export interface Reply {
  readonly httpStatus: number;
  readonly envelope: Envelope<unknown>;
}

/** A success. */
export function success(language: Language, data: unknown): Reply {
  return { httpStatus: 200, envelope: { code: 200, msg: say(language, 'ok'), data } };
}

/**
 * A refusal the call declares.
 * @throws Error when it does not declare the code
 */
export function refusal(declared: Call, language: Language, error: CallError): Reply {
  if (!listCodes(declared).includes(error.code))
    throw new Error(`${declared.path} does not declare ${error.code}`);

  return rejection(200, language, error);
}

function translateError(error: CallError, language: Language): string {
  // The app's switch compares this one text, so it is never translated. Source: specification §8.
  return error.textId === 'error.token_expired'
    ? TOKEN_EXPIRED_MESSAGE
    : say(language, error.textId, error.values);
}

/** The answer for a request refused before it was matched to a call. */
export function rejection(httpStatus: number, language: Language, error: CallError): Reply {
  return {
    httpStatus,
    envelope: { code: error.code, msg: translateError(error, language), data: error.data },
  };
}

/** The answer to a server fault; the error's text is not sent. */
export function serverErrorReply(httpStatus: 500 | 503, language: Language): Reply {
  const id = httpStatus === 503 ? 'error.unavailable' : 'error.fault';
  return { httpStatus, envelope: { code: CODES.fault, msg: say(language, id), data: null } };
}
