import { bankList } from '@noren/contract/bank';
import { searchBanks } from '@noren/core/people/bank-search';
import { loadBanks } from '../../api/bank-list.ts';
import { useCall } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import type { useForm } from '../../shared/forms/form.ts';
import { isTap } from '../../shared/forms/tapped.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { CodeInput } from '../../ui/form/code-input.tsx';
import { DigitsInput } from '../../ui/form/digits-input.tsx';
import { focusField } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { Option } from '../../ui/form/option-list.tsx';
import { RadioCards } from '../../ui/form/radio-cards.tsx';
import { SelectPicker } from '../../ui/form/select-picker.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import type { Account } from './bank-rules.ts';

type Props = {
  form: ReturnType<typeof useForm<Account>>;
  /** The branch's problem, and its name. */
  branchFault: string | undefined;
  branchHint: string;
  /** The bank's objection to the account number. */
  accountFault: string | undefined;
};

/** The fields of a bank account, in the page's order. */
export function AccountFields({ form, branchFault, branchHint, accountFault }: Props) {
  const t = useT();

  /** The form's own error, which its summary lists, or the bank's objection. */
  const listed = (field: 'ifsc' | 'accountNo', fault: string | undefined) => {
    const own = form.field(field);
    return own.error === undefined ? { ...own, error: fault, isListed: false } : own;
  };

  return (
    <>
      <Field label={t('bank.ifsc')} {...listed('ifsc', branchFault)} hint={branchHint}>
        <CodeInput track="ifsc" {...form.control('ifsc')} />
      </Field>
      <Field label={t('bank.bank')} {...form.field('bankCode')}>
        <BankPicker {...form.control('bankCode')} />
      </Field>
      <Field group label={t('bank.type')} {...form.field('accountType')}>
        <div
          onChange={(event) => {
            if (isTap(event) && form.values.accountNo === '') focusField('accountNo');
          }}
        >
          <RadioCards
            options={[
              { value: '1', label: t('bank.type_savings'), note: t('bank.type_savings_note') },
              { value: '2', label: t('bank.type_current'), note: t('bank.type_current_note') },
            ]}
            value={form.values.accountType as '1' | '2' | ''}
            onChange={(type) => form.setValue('accountType', type)}
          />
        </div>
      </Field>
      <Field
        label={t('bank.account')}
        {...listed('accountNo', accountFault)}
        hint={t('bank.account_hint')}
      >
        <DigitsInput track="accountNo" {...form.control('accountNo')} />
      </Field>
      <Field label={t('bank.again')} {...form.field('accountNoAgain')}>
        <DigitsInput {...form.control('accountNoAgain')} />
      </Field>
      <Field label={t('bank.holder')} {...form.field('holderName')} hint={t('bank.holder_hint')}>
        <TextInput track="holderName" autoComplete="name" {...form.input('holderName')} />
      </Field>
      <Checkbox
        checked={form.values.isSalaryAccount === 'yes'}
        onChange={(event) => form.setValue('isSalaryAccount', event.target.checked ? 'yes' : '')}
      >
        {t('bank.salary')}
      </Checkbox>
    </>
  );
}

const search = (options: readonly Option[], term: string) =>
  searchBanks(
    options.map((option) => ({ ...option, bankName: option.label })),
    term,
  );

/** The bank list dialog. Source: specification §2. */
function BankPicker(props: {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}) {
  const t = useT();
  // A draft's bank needs its name before the list is opened.
  const { data } = useCall(bankList, { isOn: props.value !== '' });
  const name = data?.details.find(({ bankCode }) => bankCode === props.value)?.bankName;

  return (
    <SelectPicker
      {...props}
      options={loadBanks}
      search={search}
      track="bankSearch"
      title={t('bank.choose')}
      placeholder={t('bank.choose')}
      // A bank that is not in the list goes by its code.
      valueLabel={name ?? (data ? props.value : '…')}
    />
  );
}
