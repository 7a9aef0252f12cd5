import { useT } from '../../../i18n/index.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Stack, Text } from '../../../ui/layout/text.tsx';

/** The loaded share of the face engine, 0–1. */
export function LoadBar({ share }: { share: number }) {
  const t = useT();
  const percent = Math.floor(share * 100);

  return (
    <Stack gap={2}>
      <ProgressBar value={percent} max={100} label={t('certification.engine_loading')} />
      <Text size="sm">{t('certification.engine_loading_percent', { percent })}</Text>
    </Stack>
  );
}
