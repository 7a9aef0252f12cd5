import { Loader } from '../ui/feedback/loader.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { Button } from '../ui/layout/button.tsx';
import { OfflineBar } from '../ui/layout/offline-bar.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Part } from './part.tsx';

/** Loading, empty and error states. */
export function States() {
  return (
    <Part title="States">
      <div style={{ position: 'relative', paddingTop: '2.5rem' }}>
        <div style={{ position: 'absolute', inset: 'auto 0 0' }}>
          <OfflineBar offline />
        </div>
      </div>
      <Skeleton lines={3} />
      <Skeleton height={6} />
      <EmptyState
        icon="order"
        title="No orders yet"
        text="When you apply for a loan it appears here."
        action={<Button kind="ghost">See what you can borrow</Button>}
      />
      <ErrorState onRetry={() => toast('Tried again')} />
      <Loader text="Opening your order" />
    </Part>
  );
}
