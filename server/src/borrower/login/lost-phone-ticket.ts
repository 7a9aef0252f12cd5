import { randomUUID } from 'node:crypto';
import type { Pose } from '@noren/core/people/liveness';
import { PHONE_CHANGE_PROOF_MS } from '@noren/core/people/phone-change';
import { refuseLiveness } from '../../people/certification/face-refusals.ts';
import { conflict } from '../../platform/http/call-error.ts';
import type { Ctx } from '../../platform/http/handler.ts';

/*
 * What somebody proved who is not signed in. The server seals it and the browser keeps it, so that
 * the server stores nothing about a number before its owner is proved.
 */

/** The holder of a new number says whose account it is. */
export interface LostPhone {
  readonly id: string;
  readonly oldPhone: string;
  readonly pan: string;
  readonly newPhone: string;
  /** The version of the text by which the face check was agreed to. */
  readonly agreedVersion: string;
  /** UTC ms. */
  readonly begunAt: number;
}

/** A face check that such a person started. */
export interface LostFaceCheck {
  readonly checkId: string;
  readonly poses: readonly Pose[];
  readonly startedAt: number;
  readonly lost: LostPhone;
}

type Kind = 'ticket' | 'face';

const toContext = (kind: Kind, { deviceId }: Ctx): string => `lost_phone.${kind}:${deviceId}`;

function seal(ctx: Ctx, kind: Kind, content: LostPhone | LostFaceCheck): string {
  const text = JSON.stringify(content);
  return ctx.deps.crypto.encrypt(text, toContext(kind, ctx)).toString('base64url');
}

/** Null for what this server did not seal for this browser. */
function open<T>(ctx: Ctx, kind: Kind, sealed: string): T | null {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    return JSON.parse(ctx.deps.crypto.decrypt(bytes, toContext(kind, ctx))) as T;
  } catch {
    return null;
  }
}

export function sealTicket(ctx: Ctx, lost: Omit<LostPhone, 'id' | 'begunAt'>): string {
  return seal(ctx, 'ticket', { ...lost, id: randomUUID(), begunAt: ctx.now });
}

/** @throws CallError 409 unless it was sealed for this browser within half an hour */
export function requireTicket(ctx: Ctx, ticket: string): LostPhone {
  return requireFresh(ctx, open<LostPhone>(ctx, 'ticket', ticket));
}

export function sealFaceCheck(ctx: Ctx, lost: LostPhone, poses: readonly Pose[]): string {
  return seal(ctx, 'face', { checkId: randomUUID(), poses, startedAt: ctx.now, lost });
}

/** @throws CallError 409 when it is not of this browser, or older than `validMs` */
export function requireFaceCheck(ctx: Ctx, sealed: string, validMs: number): LostFaceCheck {
  const check = open<LostFaceCheck>(ctx, 'face', sealed);
  if (!check) throw refuseLiveness('unknown');
  if (ctx.now - check.startedAt >= validMs) throw refuseLiveness('expired');

  requireFresh(ctx, check.lost);
  return check;
}

function requireFresh(ctx: Ctx, lost: LostPhone | null): LostPhone {
  if (lost && ctx.now - lost.begunAt <= PHONE_CHANGE_PROOF_MS) return lost;
  throw conflict('login.code_gone', 'code_gone');
}
