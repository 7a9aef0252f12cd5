import type { TextId } from '../../platform/translations/translations.ts';

const REASONS: Readonly<Record<string, TextId>> = {
  'age-outside': 'credit.age_outside',
  'pan-in-use': 'credit.pan_in_use',
  'account-in-use': 'credit.account_in_use',
  'identity-not-verified': 'credit.identity_not_verified',
  'overdue-order': 'credit.overdue_order',
  'identity-in-review': 'credit.identity_in_review',
  'names-differ': 'credit.names_differ',
  'device-shared': 'credit.device_shared',
  'score-too-low': 'credit.score_too_low',
  'score-borderline': 'credit.score_borderline',
  'income-too-low': 'credit.income_too_low',
  'refused-documents_differ': 'credit.refused_documents_differ',
  'refused-not_readable': 'credit.refused_not_readable',
  'refused-face_differs': 'credit.refused_face_differs',
  'refused-name_differs': 'credit.refused_name_differs',
  'refused-means_too_low': 'credit.refused_means_too_low',
  'weak-income': 'credit.weak_income',
  'weak-work': 'credit.weak_work',
  'weak-salary': 'credit.weak_salary',
  'weak-debts': 'credit.weak_debts',
  'weak-names': 'credit.names_differ',
  'weak-age': 'credit.weak_age',
  'weak-history': 'credit.weak_history',
  'weak-punctuality': 'credit.weak_punctuality',
};

/**
 * The text id that explains a decision reason; a reason without its own text gets the general one.
 */
export function reasonMessage(reason: string): TextId {
  return REASONS[reason] ?? 'credit.score_too_low';
}
