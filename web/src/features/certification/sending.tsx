import { type TextId, useT } from '../../i18n/index.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Text } from '../../ui/layout/text.tsx';
import style from './document-stage.module.css';

type Props = {
  /** The uploaded share, 0 to 1, if known; at 1 the picture is being processed. */
  part?: number;
  children: string;
};

/**
 * The text of the button that sent a picture: uploading, then `then`; `part` is the uploaded share,
 * 0 to 1.
 */
export function busyText(part: number, then: TextId): TextId {
  return part < 1 ? 'certification.sending' : then;
}

/**
 * Shows that a picture is being uploaded and processed. What is below stays where it is from one to
 * the other.
 */
export function Sending({ part, children }: Props) {
  const t = useT();
  const percent = Math.floor((part ?? 1) * 100);
  const isSending = percent < 100;
  const sending = t('certification.sending');

  return (
    <div className={style.sending}>
      {isSending ? (
        <ProgressBar value={percent} max={100} label={sending} />
      ) : (
        <span className={style.track} aria-hidden="true" />
      )}
      <div
        role="status"
        className={style.words}
        data-other={part === undefined ? '' : isSending ? children : sending}
      >
        <Text key={isSending ? 'sending' : 'sent'} center>
          {isSending ? sending : children}
        </Text>
      </div>
      {part !== undefined && (
        <span className={style.percent} aria-hidden="true" data-hidden={!isSending || undefined}>
          {t('certification.percent', { percent })}
        </span>
      )}
    </div>
  );
}
