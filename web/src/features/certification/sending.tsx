import type { ReactNode } from 'react';
import { type TextId, useT } from '../../i18n/index.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Text } from '../../ui/layout/text.tsx';
import style from './document-stage.module.css';

type Props = {
  /** The uploaded share, 0 to 1, if known; at 1 the picture is being processed. */
  part?: number;
  children: ReactNode;
};

/**
 * The text of the button that sent a picture: uploading, then `then`; `part` is the uploaded share,
 * 0 to 1.
 */
export function busyText(part: number, then: TextId): TextId {
  return part < 1 ? 'certification.sending' : then;
}

/** Shows that a picture is being uploaded and processed. */
export function Sending({ part = 1, children }: Props) {
  const t = useT();
  const percent = Math.floor(part * 100);

  return (
    <div className={style.sending}>
      {part < 1 ? (
        <ProgressBar value={percent} max={100} label={t('certification.sending')} />
      ) : (
        <span className={style.track} aria-hidden="true" />
      )}
      <div role="status">
        <Text center>{part < 1 ? t('certification.sending') : children}</Text>
      </div>
      {part < 1 && (
        <span className={style.percent} aria-hidden="true">
          {t('certification.percent', { percent })}
        </span>
      )}
    </div>
  );
}
