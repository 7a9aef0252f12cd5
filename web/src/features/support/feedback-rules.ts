import type { BodyOf } from '@noren/contract/call';
import {
  FEEDBACK_TYPES,
  type FeedbackType,
  MAX_FEEDBACK_LETTERS,
  type saveFeedback,
} from '@noren/contract/support';
import type { TextId, Translate } from '../../i18n/index.ts';
import type { DescribeRefusal, Problems } from '../../shared/forms/form.ts';

/** The form values of feedback, in the page's order. */
export const emptyFeedback = { type: '', text: '' };
export type FeedbackForm = typeof emptyFeedback;

export const TYPE_WORDS: Record<FeedbackType, TextId> = {
  problem: 'feedback.type_problem',
  complaint: 'feedback.type_complaint',
  suggestion: 'feedback.type_suggestion',
  other: 'feedback.type_other',
};

const isType = (value: string): value is FeedbackType =>
  FEEDBACK_TYPES.some((type) => type === value);

/** The problems of typed feedback. Source: specification §5. */
export function checkFeedback({ type, text }: FeedbackForm, t: Translate): Problems<FeedbackForm> {
  const problems: Problems<FeedbackForm> = {};
  if (!isType(type)) problems.type = t('feedback.type_empty');

  if (text.trim() === '') problems.text = t('feedback.text_empty');
  else if (text.trim().length > MAX_FEEDBACK_LETTERS)
    problems.text = t('feedback.text_long', { most: MAX_FEEDBACK_LETTERS });

  return problems;
}

/** The request fields of a valid form; `repayId` is the order it was begun from, null for none. */
export function toFeedback(
  { type, text }: FeedbackForm,
  repayId: string | null,
): BodyOf<typeof saveFeedback> {
  return {
    type: isType(type) ? type : 'other',
    text: text.trim(),
    ...(repayId !== null && { repayId }),
  };
}

export const describeRefusal: DescribeRefusal<FeedbackForm> = (path, problem, t) => {
  if (path === 'type') return { field: 'type', text: t('feedback.type_empty') };
  if (path !== 'text') return null;

  return {
    field: 'text',
    text: t(problem === 'empty' ? 'feedback.text_empty' : 'feedback.text_character'),
  };
};
