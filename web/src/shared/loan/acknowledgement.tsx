import { useEffect, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { focusField } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';

/** The borrower's word that a document was read, and the reminder to give it. */
export function useAcknowledgement(readBefore: boolean | (() => boolean)) {
  const [isRead, setRead] = useState(readBefore);
  const [reminders, setReminders] = useState(0);

  // After the reminder is rendered below the box, so that both are scrolled into view.
  useEffect(() => {
    if (reminders > 0) focusField('acknowledged');
  }, [reminders]);

  return {
    isRead,
    isReminded: reminders > 0,
    remind: () => setReminders(reminders + 1),
    setRead: (read: boolean) => {
      setRead(read);
      setReminders(0);
    },
  };
}

type Props = { word: ReturnType<typeof useAcknowledgement>; children: string };

export function Acknowledgement({ word, children }: Props) {
  const t = useT();

  return (
    <Field
      id="acknowledged"
      label={t('kfs.your_word')}
      error={word.isReminded ? t('kfs.tick_first') : undefined}
    >
      <Checkbox checked={word.isRead} onChange={(event) => word.setRead(event.target.checked)}>
        {children}
      </Checkbox>
    </Field>
  );
}
