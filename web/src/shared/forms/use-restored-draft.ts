import { useEffect, useRef } from 'react';
import { readDraft, restoreDrafts, watchRestoredDrafts } from '../../session/drafts.ts';

/**
 * Calls back with a form's draft that is decrypted after the form was shown, on a slow network or
 * once it is back. The form keeps what the user has changed meanwhile.
 */
export function useRestoredDraft(
  form: string,
  onRestored: (values: Record<string, string>) => void,
): void {
  const current = useRef(onRestored);
  useEffect(() => {
    current.current = onRestored;
  });

  useEffect(() => {
    // Between the first rendering and this effect.
    const draft = readDraft(form);
    if (Object.keys(draft).length > 0) current.current(draft);
    void restoreDrafts();

    return watchRestoredDrafts((name, values) => {
      if (name === form) current.current(values);
    });
  }, [form]);
}
