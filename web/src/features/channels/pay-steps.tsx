import { useT } from '../../i18n/index.ts';
import { StepList } from '../../ui/layout/steps.tsx';
import { Stack } from '../../ui/layout/text.tsx';

/** The steps of a payment. */
export function PaySteps({ steps }: { steps: readonly string[] }) {
  const t = useT();

  return (
    <section>
      <Stack gap={2}>
        <h2>{t('pay.steps')}</h2>
        <StepList items={steps.map((label) => ({ label, state: 'todo' as const }))} />
      </Stack>
    </section>
  );
}
