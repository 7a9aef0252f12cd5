import { saveContactHours, viewContactHours } from '@noren/contract/account';
import {
  CONTACT_WINDOW_IDS,
  CONTACT_WINDOWS,
  type ContactWindowId,
} from '@noren/core/lending/dunning';
import { useState } from 'react';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { type Translate, useT } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
import { RadioCards } from '../../ui/form/radio-cards.tsx';
import { RowLink } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import { ProfileIcon } from './profile-icon.tsx';

/** A row that opens the choice of the hours for contact about dues. */
export function ContactHoursRow() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <RowLink
        icon={<ProfileIcon name="phone" />}
        label={t('contact.title')}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ContactHoursSheet onClose={() => setOpen(false)} />}
    </>
  );
}

function ContactHoursSheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  const query = useCall(viewContactHours, {});
  const { send, isSending } = useSend(saveContactHours);
  const [chosen, setChosen] = useState<ContactWindowId>();

  // Saved when it is tapped; a choice that was not saved is not shown as made.
  const choose = async (window: ContactWindowId) => {
    if (isSending) return;
    setChosen(window);
    if (await send({ body: { window } })) refresh(viewContactHours);
    else setChosen(undefined);
  };

  return (
    <Sheet open title={t('contact.title')} onClose={onClose}>
      <Stack gap={4}>
        <Text>{t('contact.text')}</Text>
        {query.data ? (
          <Field group label={t('contact.title')}>
            <RadioCards
              options={CONTACT_WINDOW_IDS.map((value) => ({ value, label: label(value, t) }))}
              value={chosen ?? query.data.window}
              onChange={(window) => void choose(window)}
            />
          </Field>
        ) : (
          <NotLoaded call={query}>
            <Skeleton height={14} />
          </NotLoaded>
        )}
      </Stack>
    </Sheet>
  );
}

function label(window: ContactWindowId, t: Translate): string {
  if (window === 'any') return t('contact.any');

  const { from, until } = CONTACT_WINDOWS[window];
  return t('contact.between', { from: String(from), until: String(until) });
}
