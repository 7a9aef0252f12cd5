import { useEffect, useState } from 'react';
import { focusField } from '../../ui/form/error-summary.tsx';

/**
 * After an answer goes on to the next field that is empty: a picker opens, a text field takes the
 * focus.
 * @param nextAfter the id of that field; undefined when there is none
 */
export function useGoOn<F extends string>(
  nextAfter: (field: F) => F | undefined,
): (answered: F) => void {
  const [answered, setAnswered] = useState<{ field: F }>();
  // After the answer is rendered: it may have added fields, and its sheet is closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    const next = answered && nextAfter(answered.field);
    if (next === undefined) return;

    focusField(next);

    const field = document.getElementById(next);
    if (field?.matches('button[aria-haspopup=dialog]')) field.click();
  }, [answered]);

  return (field) => setAnswered({ field });
}
