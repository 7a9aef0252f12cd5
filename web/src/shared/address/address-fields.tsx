import type { AddressField } from '@noren/core/people/address';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { DigitsInput } from '../../ui/form/digits-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { Option } from '../../ui/form/option-list.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { DictionaryPicker, useChoiceName } from '../forms/dictionary-picker.tsx';
import type { useForm } from '../forms/form.ts';
import { type AddressValues, emptyAddress, findOnlyState, isPinUnusual } from './address-rules.ts';

/** A form that has the fields of an address among others. */
type AddressForm = Pick<
  ReturnType<typeof useForm<AddressValues>>,
  'values' | 'setValue' | 'findProblem' | 'input' | 'control'
> & {
  field: (field: AddressField) => Pick<ComponentProps<typeof Field>, 'id' | 'error' | 'isListed'>;
};

type Props = {
  form: AddressForm;
  /** Whether some of it is as the signed code of a card says. */
  isFromSource: boolean;
};

const FIELDS = Object.keys(emptyAddress) as AddressField[];

/** The home address: what is known of all its fields is only confirmed; else the fields. */
export function AddressPart({ form, isFromSource }: Props) {
  const t = useT();
  const [isKnown] = useState(() => FIELDS.every((field) => form.values[field] !== ''));
  const [isOpen, setOpen] = useState(!isKnown);
  const hasProblem = FIELDS.some((field) => form.findProblem(field) !== undefined);

  return (
    <>
      <h2>{t('certification.home_address')}</h2>
      {isOpen || hasProblem ? (
        <AddressFields form={form} />
      ) : (
        <Card>
          <Stack gap={2}>
            <AddressLines values={form.values} />
            <Text size="sm">
              {t(isFromSource ? 'certification.address_from_card' : 'certification.address_check')}
            </Text>
            <Button kind="ghost" onClick={() => setOpen(true)}>
              {t('certification.address_change')}
            </Button>
          </Stack>
        </Card>
      )}
    </>
  );
}

function AddressLines({ values }: { values: AddressValues }): ReactNode {
  const state = useChoiceName('state', values.state);
  const { street, locality, district, pin } = values;

  return (
    <Text>
      {street}
      <br />
      {locality}
      <br />
      {`${district}, ${state} ${pin}`}
    </Text>
  );
}

/** A PIN code that its state does not usually have is asked about, and never refused. */
export function AddressFields({ form }: { form: AddressForm }) {
  const t = useT();
  const state = useChoiceName('state', form.values.state);

  const bindField = (field: AddressField) => ({
    ...form.field(field),
    label: t(`certification.${field}`),
  });

  return (
    <>
      <Field {...bindField('street')} hint={t('certification.street_hint')}>
        <TextInput track="street" autoComplete="address-line1" {...form.input('street')} />
      </Field>
      <Field {...bindField('locality')}>
        <TextInput track="locality" autoComplete="address-line2" {...form.input('locality')} />
      </Field>
      <Field {...bindField('district')}>
        <TextInput track="district" autoComplete="address-level2" {...form.input('district')} />
      </Field>
      <Field
        {...bindField('pin')}
        hint={
          isPinUnusual(form.values) && (
            <span role="status">
              {t('certification.pin_state', { pin: form.values.pin, state })}
            </span>
          )
        }
      >
        <DigitsInput
          track="pin"
          autoComplete="postal-code"
          {...form.control('pin')}
          onChange={(pin) => {
            form.setValue('pin', pin);
            if (form.values.state === '') form.setValue('state', findOnlyState(pin) ?? '');
          }}
        />
      </Field>
      <Field {...bindField('state')}>
        <DictionaryPicker
          type="state"
          title={t('certification.state')}
          search={searchLabels}
          track="stateSearch"
          {...form.control('state')}
        />
      </Field>
    </>
  );
}

const searchLabels = <V extends string>(options: readonly Option<V>[], term: string) =>
  options.filter(({ label }) => label.toLocaleLowerCase().includes(term.toLocaleLowerCase()));
