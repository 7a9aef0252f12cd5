import type { PicturePlace } from '@noren/contract/envelope';
import type { Reason } from '@noren/contract/reasons';
import { useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { usePictureUrl } from '../../ui/form/picture-url.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import style from './refused-picture.module.css';

/** Reasons with words of their own; of any other the picture "cannot be read". */
const FAULTS = {
  blurred: 'blurred',
  cropped: 'cropped',
  too_bright: 'too_bright',
  too_dark: 'too_dark',
  too_small: 'too_small',
  wrong_document: 'wrong_document',
  code_altered: 'code_refused',
  code_damaged: 'code_refused',
  code_differs: 'code_refused',
  code_unknown: 'code_refused',
  code_missing: 'code_missing',
} as const satisfies Partial<Record<Reason, string>>;

const isFault = (reason: Reason): reason is keyof typeof FAULTS => reason in FAULTS;

type Props = { picture: Blob; reason: Reason; place: PicturePlace | undefined };

/**
 * The rejected picture with its fault in a few words and its place, or the corners of a card where
 * not all of one was seen.
 */
export function RefusedPicture({ picture, reason, place }: Props) {
  const t = useT();
  const url = usePictureUrl(picture);
  const [size, setSize] = useState<PictureSize>();
  const fault = isFault(reason) ? FAULTS[reason] : 'unreadable';

  if (!url) return null;

  return (
    <div className={style.picture}>
      <img
        src={url}
        alt={t('certification.your_picture')}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: naturalWidth, height: naturalHeight })
        }
      />
      {(fault === 'cropped' || fault === 'too_small') && <CardCorners />}
      {place && size && <FaultPlace place={place} size={size} />}
      <p className={style.fault} data-isup={place && place.top + place.height / 2 > 1 / 2}>
        <Icon name="alert" size={16} /> {t(`certification.fault_${fault}`)}
      </p>
    </div>
  );
}

type PictureSize = { width: number; height: number };

/** Where the fault is, in the picture's own pixels: the drawing is scaled as the picture is. */
function FaultPlace({
  place,
  size: { width, height },
}: {
  place: PicturePlace;
  size: PictureSize;
}) {
  const box = {
    x: place.left * width,
    y: place.top * height,
    width: place.width * width,
    height: place.height * height,
  };

  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={style.place} aria-hidden="true">
      <rect {...box} />
      <rect {...box} />
    </svg>
  );
}

/** Where the whole card belongs. */
function CardCorners() {
  return (
    <svg
      viewBox="0 0 100 66"
      preserveAspectRatio="none"
      className={style.corners}
      aria-hidden="true"
    >
      <path d="M2 16V2h14M84 2h14v14M98 50v14H84M16 64H2V50" />
    </svg>
  );
}
