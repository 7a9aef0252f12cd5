import type { StaffError } from '../api/staff-error.ts';
import { proposeTexts } from '../texts/approvals.ts';
import { Button } from '../ui/button.tsx';
import { OpenRequest } from './open-request.tsx';

interface PreviewActsProps {
  readonly isBusy: boolean;
  readonly refusal: StaffError | null;
}

/** The acts of a form whose proposal is previewed: the button, and the request that blocks it. */
export function PreviewActs({ isBusy, refusal }: PreviewActsProps) {
  return (
    <>
      <Button type="submit" tone="primary" isBusy={isBusy}>
        {proposeTexts.preview}
      </Button>
      <OpenRequest refusal={refusal} />
    </>
  );
}
