import type { Reason } from '@noren/contract/reasons';
import { useT } from '../../i18n/index.ts';
import { usePictureUrl } from '../../ui/form/picture-url.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import style from './refused-picture.module.css';

const FAULTS = [
  'blurred',
  'cropped',
  'too_bright',
  'too_dark',
  'too_small',
  'wrong_document',
] as const satisfies readonly Reason[];

/** The rejected picture with its fault in a few words, and the corners of a card where not all of one was seen. */
export function RefusedPicture({ picture, reason }: { picture: Blob; reason: Reason }) {
  const t = useT();
  const url = usePictureUrl(picture);
  const fault = FAULTS.find((known) => known === reason) ?? 'unreadable';
  if (!url) return null;
  return (
    <div className={style.picture}>
      <img src={url} alt={t('certification.your_picture')} />
      {(fault === 'cropped' || fault === 'too_small') && <CardCorners />}
      <p className={style.fault}>
        <Icon name="alert" size={16} /> {t(`certification.fault_${fault}`)}
      </p>
    </div>
  );
}

/** Where the whole card belongs. */
function CardCorners() {
  return (
    <svg viewBox="0 0 100 66" preserveAspectRatio="none" className={style.corners} aria-hidden="true">
      <path d="M2 16V2h14M84 2h14v14M98 50v14H84M16 64H2V50" />
    </svg>
  );
}
