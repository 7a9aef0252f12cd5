import type { Dictionary } from '@noren/contract/dictionary';
import { useAppConfig } from '../../api/config.ts';
import { useT } from '../../i18n/index.ts';
import { AddressPart } from '../../shared/address/address-fields.tsx';
import { DictionaryChoices } from '../../shared/forms/dictionary-choices.tsx';
import { DictionaryPicker } from '../../shared/forms/dictionary-picker.tsx';
import type { useForm } from '../../shared/forms/form.ts';
import { useGoOn } from '../../shared/forms/go-on.ts';
import { DatePicker } from '../../ui/form/date-picker.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { birthDayBounds } from './birth-day.ts';
import { emptyPersonal, isApplicable, type Personal } from './personal-rules.ts';

type Choice = Extract<keyof Personal, Dictionary>;
const ABOUT: readonly Choice[] = ['maritalStatus', 'childrenCount'];
const WORK: readonly Choice[] = ['workStatus', 'industry', 'monthlyIncome', 'salaryType', 'payday'];

type Props = {
  form: ReturnType<typeof useForm<Personal>>;
  birthdayHint: string | undefined;
  isAddressFromSource: boolean;
};

/** The fields in the page's order. */
const ORDER = Object.keys(emptyPersonal) as (keyof Personal)[];

/**
 * The fields of step two; work fields only if they apply to the chosen work status. A choice goes
 * on to the next one that is open; the first one stands open.
 */
export function PersonalFields({ form, birthdayHint, isAddressFromSource }: Props) {
  const t = useT();
  const { config } = useAppConfig();
  const goOn = useGoOn((from: keyof Personal) =>
    ORDER.slice(ORDER.indexOf(from) + 1).find(
      (field) => isApplicable(field, form.values) && form.values[field] === '',
    ),
  );

  const bindField = (field: keyof Personal) => ({
    ...form.field(field),
    label: t(`certification.${field}`),
  });

  const picker = (field: Choice) => (
    <Field key={field} {...bindField(field)}>
      <DictionaryPicker
        type={field}
        title={t(`certification.${field}`)}
        {...form.control(field)}
        onChange={(value) => {
          form.setValue(field, value);
          // Who changes an answer goes on by themselves.
          if (form.values[field] === '') goOn(field);
        }}
      />
    </Field>
  );

  return (
    <>
      <h2>{t('certification.about_you')}</h2>
      {picker('gender')}
      <Field group {...bindField('birthday')} hint={birthdayHint}>
        <DatePicker
          {...form.control('birthday')}
          {...birthDayBounds()}
          title={t('certification.birthday')}
          autoComplete="bday"
        />
      </Field>
      <Field
        {...bindField('email')}
        hint={config?.sendsEmail ? t('certification.email_hint') : undefined}
      >
        <TextInput
          track="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.input('email')}
        />
      </Field>
      <Field group {...bindField('education')}>
        <DictionaryChoices
          type="education"
          value={form.values.education}
          onChange={(value) => form.setValue('education', value)}
          onTap={() => form.values.education === '' && goOn('education')}
        />
      </Field>
      {ABOUT.map(picker)}
      <AddressPart form={form} isFromSource={isAddressFromSource} />
      <h2>{t('certification.work')}</h2>
      {WORK.filter((field) => isApplicable(field, form.values)).map(picker)}
      <CompanyFields form={form} fieldOf={bindField} />
    </>
  );
}

type CompanyProps = Pick<Props, 'form'> & {
  fieldOf: (field: keyof Personal) => { id: string; label: string };
};

function CompanyFields({ form, fieldOf }: CompanyProps) {
  return (
    <>
      {isApplicable('companyName', form.values) && (
        <Field {...fieldOf('companyName')}>
          <TextInput
            track="companyName"
            autoComplete="organization"
            {...form.input('companyName')}
          />
        </Field>
      )}
      {isApplicable('companyAddress', form.values) && (
        <Field {...fieldOf('companyAddress')}>
          <TextInput track="companyAddress" autoComplete="off" {...form.input('companyAddress')} />
        </Field>
      )}
    </>
  );
}
