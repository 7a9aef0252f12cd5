import { Link } from 'wouter';
import { useStaffCall } from '../../api/hooks.ts';
import {
  campaignTexts,
  cardTexts,
  ceilingTexts,
  productTexts,
  settingTexts,
} from '../../texts/products.ts';
import { Badge } from '../../ui/badge.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Page, Panel, Tabs, useTab } from '../../ui/layout.tsx';
import { CeilingsTab } from './ceilings-tab.tsx';
import { CouponsTab } from './coupons-tab.tsx';
import style from './products.module.css';
import { ScorecardTab } from './scorecard-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';

const TABS = [
  { id: 'versions', text: productTexts.tabs.versions },
  { id: 'scorecard', text: cardTexts.title },
  { id: 'ceilings', text: ceilingTexts.title },
  { id: 'coupons', text: campaignTexts.title },
  { id: 'app', text: settingTexts.title },
] as const;

/** Products, scorecard, coupons and the app's settings. */
export function Products() {
  const tab = useTab(['versions', 'scorecard', 'ceilings', 'coupons', 'app']);

  return (
    <Page title={productTexts.title} bar={<Tabs label={productTexts.tabsLabel} tabs={TABS} />}>
      <OpenRequests />
      <div className={style.tab}>
        {tab === 'versions' && <VersionsTab />}
        {tab === 'scorecard' && <ScorecardTab />}
        {tab === 'ceilings' && <CeilingsTab />}
        {tab === 'coupons' && <CouponsTab />}
        {tab === 'app' && <SettingsTab />}
      </div>
    </Page>
  );
}

/** Links to the open requests about products. */
function OpenRequests() {
  const requests = useStaffCall('productRequests', {}, { refreshEveryMs: 15_000 });
  const rows = requests.data?.rows ?? [];
  if (rows.length === 0) return null;

  return (
    <Panel title={productTexts.waiting} about={productTexts.waitingAbout}>
      <ul className={style.requests}>
        {rows.map(({ requestId, kind, makerName, reason, madeAt }) => (
          <li key={requestId}>
            <Badge tone="soon" icon="clock">
              {productTexts.kinds[kind]}
            </Badge>
            <Link to={`/products/requests/${requestId}`}>{reason}</Link>
            <span>
              {makerName} <Instant at={madeAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
