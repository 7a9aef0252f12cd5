import type { StaffProposal } from '@noren/contract/staff/approvals';
import type { ProductVersion } from '@noren/contract/staff/products';
import { checkProduct } from '@noren/core/lending/product-bounds';
import type { ProductTerms } from '@noren/core/lending/terms';
import { paise } from '@noren/core/money/money';
import { addDays, type BusinessDay, businessDay, isBusinessDay } from '@noren/core/money/time';
import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { productTexts } from '../../texts/products.ts';
import { faultText } from '../../texts/terms-faults.ts';
import { DayField, MoneyField, NumberField, SelectField, TextField } from '../../ui/fields.tsx';
import { useAddressValues } from '../../ui/filter-bar.tsx';
import { Columns, Page, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Fields, useFields } from '../../ui/use-fields.ts';
import { CheckForm } from './check-form.tsx';
import { FactsTable, KeyFacts } from './facts.tsx';
import { FIELD_GROUPS, type ProductValues, toTerms, toValues } from './product-values.ts';
import style from './products.module.css';
import { ProposePanel } from './propose-panel.tsx';
import { RateField } from './rate-field.tsx';

/** Form of a new version, of the product in the address or of a new product. */
export function NewVersion() {
  const [{ of }] = useAddressValues();
  const versions = useStaffCall('productVersions');
  const title = of ? productTexts.newVersionOf(of) : productTexts.newProduct;

  return (
    <Page title={title} crumbs={[{ to: '/products', text: productTexts.title }]}>
      <Answer of={versions}>{(data) => <VersionForm key={of} data={data} of={of} />}</Answer>
    </Page>
  );
}

interface VersionFormProps {
  readonly data: StaffAnswer<'productVersions'>;
  readonly of: string | undefined;
}

function VersionForm({ data, of }: VersionFormProps) {
  const today = businessDay(data.today);
  const newest = of === undefined ? undefined : data.rows.find(({ terms }) => terms.code === of);
  const pattern = newest ?? data.rows[0];

  const form = useFields(startValues(pattern, newest === undefined, addDays(today, 1)));
  const [checked, setChecked] = useState<ProductTerms>();

  const terms = toTerms(form.values, (newest?.terms.version ?? 0) + 1);
  const { effectiveFrom } = form.values;
  const day =
    isBusinessDay(effectiveFrom) && effectiveFrom > today ? effectiveFrom : addDays(today, 1);

  const check = (): void => {
    const problems = findProblems(form.values, terms, {
      today,
      day,
      maxLoanPaise: data.maxLoanPaise,
    });

    form.refuse(problems);
    if (problems.length === 0) setChecked(terms);
  };

  const before = newest && asTerms(newest);

  return (
    <Columns least={420}>
      {checked ? (
        <ProposePanel
          proposal={
            { kind: 'product_version', terms: checked, effectiveFrom } as unknown as StaffProposal
          }
          onCancel={() => setChecked(undefined)}
        >
          <FactsTable
            label={productTexts.proposeTitle}
            before={before}
            after={checked}
            names={[
              before ? productTexts.versionOf(before.code, before.version) : '',
              namesNew(checked),
            ]}
          />
          <p>{productTexts.oldOrders}</p>
        </ProposePanel>
      ) : (
        <Panel title={productTexts.formLabel}>
          <div className={style.wide}>
            <VersionFields
              form={form}
              isNew={newest === undefined}
              onSubmit={check}
              today={today}
            />
          </div>
        </Panel>
      )}
      <KeyFacts terms={terms} day={day} />
    </Columns>
  );
}

const namesNew = ({ code, version }: ProductTerms): string => productTexts.versionOf(code, version);
const asTerms = ({ terms }: ProductVersion): ProductTerms => terms as unknown as ProductTerms;

function startValues(
  pattern: ProductVersion | undefined,
  isNew: boolean,
  effectiveFrom: string,
): ProductValues {
  if (pattern === undefined) throw new Error('no product to start from');

  const values = toValues(asTerms(pattern), effectiveFrom);

  return isNew ? { ...values, code: '', name: '' } : values;
}

function findProblems(
  values: ProductValues,
  terms: ProductTerms,
  of: { today: BusinessDay; day: BusinessDay; maxLoanPaise: number },
): { path: string; problem: string }[] {
  const faults = checkProduct(terms, of.day, { maxLoan: paise(of.maxLoanPaise) });
  const isSoon = !isBusinessDay(values.effectiveFrom) || values.effectiveFrom <= of.today;
  const isNamed = terms.name.length >= 2 && terms.name.length <= 40;

  return [
    ...(/^[A-Z][A-Z0-9]{1,7}$/.test(values.code)
      ? []
      : [{ path: 'code', problem: productTexts.codeWrong }]),
    ...(isNamed ? [] : [{ path: 'name', problem: productTexts.nameWrong }]),
    ...(isSoon ? [{ path: 'effectiveFrom', problem: productTexts.tooSoon }] : []),
    ...faults.map(({ field, fault }) => ({ path: field, problem: faultText(fault) })),
  ];
}

interface VersionFieldsProps {
  readonly form: Fields<ProductValues>;
  readonly isNew: boolean;
  readonly today: BusinessDay;
  readonly onSubmit: () => void;
}

function VersionFields({ form, isNew, today, onSubmit }: VersionFieldsProps) {
  const { problems, field } = form;
  const { facts } = productTexts;

  return (
    <CheckForm label={productTexts.formLabel} problems={problems} onSubmit={onSubmit}>
      <div className={style.pairs}>
        {isNew && <TextField {...field('code', productTexts.code)} hint={productTexts.codeHint} />}
        <TextField {...field('name', facts.name)} />
        <DayField
          {...field('effectiveFrom', productTexts.effectiveFrom)}
          least={addDays(today, 1)}
        />
        <SelectField {...field('minBizStatus', facts.minBizStatus)} options={STATUSES} />
      </div>
      {FIELD_GROUPS.map(([kind, names]) => (
        <div key={names[0]} className={style.pairs}>
          {names.map((name) => {
            const shared = field(name, facts[name]);
            if (kind === 'amount') return <MoneyField key={name} {...shared} />;

            return kind === 'rate' ? (
              <RateField key={name} {...shared} />
            ) : (
              <NumberField key={name} {...shared} />
            );
          })}
        </div>
      ))}
      <div className={style.pairs}>
        <TextField
          {...field('extension.days', facts['extension.days'])}
          hint={productTexts.daysList}
        />
        <SelectField
          {...field('isFeeKeptOnReturn', facts.isFeeKeptOnReturn)}
          options={FEE_CHOICES}
        />
      </div>
    </CheckForm>
  );
}

const STATUSES = [
  { id: '60', text: productTexts.statuses[60] ?? '' },
  { id: '70', text: productTexts.statuses[70] ?? '' },
] as const;

const FEE_CHOICES = [
  { id: 'yes', text: productTexts.feeKept },
  { id: 'no', text: productTexts.feeReturned },
] as const;
