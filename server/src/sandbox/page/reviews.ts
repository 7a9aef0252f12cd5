import * as z from 'zod';
import {
  decideBankNameReview,
  decideIdentityReview,
  decideScoreReview,
} from '../../features/certification/review-decisions.ts';
import {
  type PendingReview,
  REVIEW_REASONS,
  type ReviewKind,
  type ReviewReason,
} from '../../features/certification/review-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { ControlError } from './answer.ts';
import { clockTime, type Html, html } from './html.ts';

const KIND_WORDS: Record<ReviewKind, string> = {
  identity: 'Identity',
  bank_name: 'Name on the bank account',
  score: 'Score between yes and no',
};
/** Which field differs or was illegible, never its value. */
const DOUBT_WORDS: Readonly<Record<string, string>> = {
  card_unreadable: 'a card: could not be read, all of it was typed',
  pan_not_read: 'PAN: not read off the card, only typed',
  aadhaar_not_read: 'Aadhaar number: not read off the card, only typed',
  pan_differs: 'PAN: read otherwise than confirmed',
  aadhaar_differs: 'Aadhaar number: read otherwise than confirmed',
  aadhaar_sides_differ: 'Aadhaar: the two sides are of two cards',
  birth_day_differs: 'birth date: read otherwise than confirmed',
  name_differs: 'name: not the one confirmed',
  face_not_checked: 'face: not seen to be the person',
  face_refused: 'face: the check was declined',
};
const REASON_WORDS: Record<ReviewReason, string> = {
  agrees: 'all agrees',
  documents_differ: 'documents say something else',
  not_readable: 'documents cannot be read',
  face_differs: 'another face',
  name_differs: 'account of somebody else',
  means_too_low: 'means too low',
};
const REASONS_FOR: Record<ReviewKind, readonly ReviewReason[]> = {
  identity: ['documents_differ', 'not_readable', 'face_differs'],
  bank_name: ['name_differs'],
  score: ['means_too_low'],
};

/** Pending manual reviews, with the operator's two buttons. */
export function showReviews(reviews: readonly PendingReview[]): Html {
  if (reviews.length === 0) return html`<p class="none">Nothing waits for a person.</p>`;
  return html`<ul class="rows">${reviews.map(showReview)}</ul>`;
}

function showReview({ userId, kind, maskedPhone, since, reasons, hasPicture }: PendingReview): Html {
  const doubts = reasons.map((doubt) => DOUBT_WORDS[doubt] ?? doubt.replaceAll(/[-_]/g, ' ')).join('; ');
  const hidden = html`<input type="hidden" name="userId" value="${userId}"><input type="hidden" name="kind" value="${kind}">`;
  const refusal = (reason: ReviewReason): Html =>
    html`<form data-control="review">${hidden}<button name="refuse" value="${reason}">Refuse: ${REASON_WORDS[reason]}</button></form>`;
  return html`<li data-phone="${maskedPhone}">
    <p><b>${KIND_WORDS[kind]}</b> ${maskedPhone}, since ${clockTime(since)}<br><small>${doubts}</small>
      ${hasPicture ? html`<a href="/sandbox/api/review-picture/${userId}">Picture of the face check</a>` : ''}</p>
    <div class="buttons">
      <form data-control="review">${hidden}<button class="main" name="approve" value="agrees">Approve</button></form>
      ${REASONS_FOR[kind].map(refusal)}
    </div>
  </li>`;
}

/** Body of the control `review`: an approval or a refusal with its reason. */
export const reviewBody = z.strictObject({
  userId: z.uuid(),
  kind: z.enum(['identity', 'bank_name', 'score']),
  approve: z.enum(REVIEW_REASONS.approve).optional(),
  refuse: z.enum(REVIEW_REASONS.refuse).optional(),
  /** The deciding operator; the page's buttons use the sandbox's operator. */
  operator: z.string().trim().min(2).max(60).default('Sandbox operator'),
});

/** Decides as an operator would. @throws ControlError when no such review is pending */
export async function decideReview(deps: Deps, body: z.infer<typeof reviewBody>): Promise<{ decision: string }> {
  const { userId, kind, operator, approve, refuse } = body;
  if ((approve === undefined) === (refuse === undefined))
    throw new ControlError(400, 'Say approve or refuse, with a reason.');
  const decision = approve ? ('approve' as const) : ('refuse' as const);
  const decide = { identity: decideIdentityReview, bank_name: decideBankNameReview, score: decideScoreReview }[kind];
  const reason = approve ?? refuse ?? 'agrees';
  if (!(await decide(deps, { userId, operator, decision, reason })))
    throw new ControlError(409, 'It does not wait any more: somebody decided it.');
  return { decision };
}
