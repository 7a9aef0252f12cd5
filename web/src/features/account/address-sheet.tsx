import { viewPersonalInfo } from '@noren/contract/certification';
import { personalData, saveAddress } from '@noren/contract/privacy';
import { type AddressField, isAddressField } from '@noren/core/people/address';
import { markStale, refresh, useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { AddressFields } from '../../shared/address/address-fields.tsx';
import {
  type AddressValues,
  checkAddress,
  emptyAddress,
} from '../../shared/address/address-rules.ts';
import { useForm } from '../../shared/forms/form.ts';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

/** What is known of an address, to be confirmed. */
export type SuggestedAddress = { readonly [F in AddressField]?: string | undefined };

/** The address of somebody who was certified before it was asked for. */
export function AddressSheet({ known, onClose }: { known: SuggestedAddress; onClose: () => void }) {
  const t = useT();
  const { send, isSending, error } = useSend(saveAddress);
  const form = useForm<AddressValues>({
    draftName: 'data.address',
    initial: { ...emptyAddress, ...known } as AddressValues,
    // Personal data: the input is kept in memory during a code confirmation, and never stored.
    inMemoryOnly: Object.keys(emptyAddress) as (keyof AddressValues)[],
    check: (values) => checkAddress(values, t),
    error,
    refusal: (path) =>
      isAddressField(path) ? { field: path, text: t('certification.look_again') } : null,
  });

  const save = async () => {
    if (!form.submit()) return;
    if (!(await send({ body: form.values }))) return;

    form.discardDraft();
    toast(t('data.corrected'));
    markStale(viewPersonalInfo);
    refresh(personalData);
    onClose();
  };

  return (
    <Sheet
      open
      title={t('certification.home_address')}
      onClose={onClose}
      actions={
        <Button busy={isSending} onClick={() => void save()}>
          {t('data.save_address')}
        </Button>
      }
    >
      <Stack gap={3}>
        <ErrorSummary key={form.attempts} errors={form.summary} />
        {form.failure && <Trouble title={form.failure} />}
        <Text>{t('data.address_why')}</Text>
        <AddressFields form={form} />
      </Stack>
    </Sheet>
  );
}
