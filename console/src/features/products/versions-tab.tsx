import type { ProductVersion } from '@noren/contract/staff/products';
import { type ProductTerms, regulatoryRowOn } from '@noren/core/lending/terms';
import { formatRate, paise } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { productTexts } from '../../texts/products.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Day, moneyText } from '../../ui/figures.tsx';
import { useAddressValues } from '../../ui/filter-bar.tsx';
import { Columns, KeyValues, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { FactsTable } from './facts.tsx';
import style from './products.module.css';

type Versions = StaffAnswer<'productVersions'>;
type State = keyof (typeof productTexts)['states'];

const TONES: Readonly<Record<State, Tone>> = {
  offered: 'good',
  planned: 'chosen',
  past: 'plain',
  replaced: 'plain',
};

function decideState({ effectiveFrom, effectiveTo }: ProductVersion, today: string): State {
  if (effectiveTo !== null && effectiveTo < effectiveFrom) return 'replaced';
  if (effectiveFrom > today) return 'planned';

  return effectiveTo === null || effectiveTo >= today ? 'offered' : 'past';
}

const toId = ({ terms }: ProductVersion): string => `${terms.code}.${terms.version}`;

/** All versions with their days, a comparison of two, and the legal bounds. */
export function VersionsTab() {
  const versions = useStaffCall('productVersions');
  const mayPropose = useMay()('propose.product_version');

  const today = versions.data?.today ?? '';
  const codes = [...new Set(versions.data?.rows.map(({ terms }) => terms.code))];
  const acts = mayPropose && (
    <>
      {codes.map((code) => (
        <LinkButton key={code} to={`/products/new?of=${code}`} icon="edit">
          {productTexts.newVersionOf(code)}
        </LinkButton>
      ))}
      <LinkButton to="/products/new" icon="plus">
        {productTexts.newProduct}
      </LinkButton>
    </>
  );

  return (
    <>
      <Panel title={productTexts.versions} acts={acts} isFlush>
        <DataTable
          label={productTexts.versions}
          columns={listColumns(today)}
          rows={{ ...versions, data: versions.data?.rows }}
          toId={toId}
          empty={productTexts.noVersions}
        />
      </Panel>

      <div className={style.after}>
        <Answer of={versions} lines={3}>
          {(data) => (
            <Columns least={420}>
              <Compare versions={data.rows} />
              <Bounds data={data} />
            </Columns>
          )}
        </Answer>
      </div>
    </>
  );
}

function listColumns(today: string): readonly Column<ProductVersion>[] {
  return [
    {
      id: 'product',
      isWrapped: true,
      header: productTexts.product,
      cell: ({ terms }) => `${terms.code} · ${terms.name}`,
    },
    {
      id: 'version',
      header: productTexts.version,
      cell: ({ terms }) => terms.version,
      align: 'right',
    },
    {
      id: 'from',
      header: productTexts.from,
      cell: ({ effectiveFrom }) => <Day day={effectiveFrom} />,
    },
    {
      id: 'until',
      header: productTexts.until,
      cell: ({ effectiveTo }) =>
        effectiveTo === null ? productTexts.open : <Day day={effectiveTo} />,
    },
    {
      id: 'state',
      header: productTexts.state,
      cell: (version) => {
        const state = decideState(version, today);
        return <Badge tone={TONES[state]}>{productTexts.states[state]}</Badge>;
      },
    },
    {
      id: 'tenor',
      header: productTexts.tenor,
      cell: ({ terms }) => productTexts.days(terms.tenorDays),
      align: 'right',
    },
    {
      id: 'amounts',
      header: productTexts.amounts,
      cell: ({ terms }) =>
        productTexts.amountsOf(
          moneyText(paise(terms.minPrincipal)),
          moneyText(paise(terms.maxPrincipal)),
        ),
      align: 'right',
    },
    {
      id: 'interest',
      header: productTexts.interest,
      cell: ({ terms }) => formatRate(terms.interestPpmPerDay),
      align: 'right',
    },
    {
      id: 'fee',
      header: productTexts.fee,
      cell: ({ terms }) => formatRate(terms.feePpm),
      align: 'right',
    },
    {
      id: 'who',
      header: productTexts.who,
      cell: ({ terms }) => productTexts.statuses[terms.minBizStatus],
    },
  ];
}

/** Compares the two versions named in the address. */
function Compare({ versions }: { readonly versions: readonly ProductVersion[] }) {
  const [{ one = '', other = '' }, change] = useAddressValues();
  const options = versions.map((version) => ({
    id: toId(version),
    text: productTexts.versionOf(version.terms.code, version.terms.version),
  }));

  const first = versions.find((version) => toId(version) === one);
  const second = versions.find((version) => toId(version) === other);

  return (
    <Panel title={productTexts.compare}>
      <div className={style.pairs}>
        <SelectField
          label={productTexts.compareOne}
          name="one"
          value={one}
          options={options}
          onChange={(id) => change({ one: id })}
        />
        <SelectField
          label={productTexts.compareOther}
          name="other"
          value={other}
          options={options}
          onChange={(id) => change({ other: id })}
        />
      </div>

      {first && second && (
        <FactsTable
          label={productTexts.compare}
          before={first.terms as unknown as ProductTerms}
          after={second.terms as unknown as ProductTerms}
          names={[
            productTexts.versionOf(first.terms.code, first.terms.version),
            productTexts.versionOf(second.terms.code, second.terms.version),
          ]}
        />
      )}
    </Panel>
  );
}

function Bounds({ data }: { readonly data: Versions }) {
  const bound = (name: Parameters<typeof regulatoryRowOn>[0]): number =>
    regulatoryRowOn(name, businessDay(data.today)).value;

  return (
    <Panel title={productTexts.bounds} about={productTexts.boundsAbout}>
      <KeyValues
        rows={[
          [productTexts.boundCooling, productTexts.days(bound('coolingOffLeastDays'))],
          [productTexts.boundGst, formatRate(bound('gstOnFeesPpm'))],
          [productTexts.boundPenal, formatRate(bound('penalMostPpmPerDay'))],
          [productTexts.boundMost, moneyText(paise(data.maxLoanPaise))],
          [
            productTexts.boundCeiling,
            moneyText(paise(bound('sanctionedPerYearBeforeFullKycPaise'))),
          ],
        ]}
      />
    </Panel>
  );
}
