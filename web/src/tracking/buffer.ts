import { saveTracking, type TrackingRecord, type UploadType } from '@noren/contract/tracking';
import { MOST_RECORDS } from '@noren/core/people/tracking-rules';
import { ApiError, send } from '../api/api.ts';

/** Signing out clears it with all else of the session that is kept in the tab. */
const KEY = 'noren.tracking';

/** A batch as it is sent: until it is answered it stays as it is, so that the same request is repeated, not another made. */
type Batch = { value: TrackingRecord[]; uploadType: UploadType };
type Kept = { batch: Batch | null; waiting: TrackingRecord[] };

/** A refusal that would come again: the batch is dropped. */
const FOR_GOOD: readonly number[] = [400, 404, 409, 422];

/** Gathers records and sends them when there are enough, when the page is hidden, and what a reload left over. */
export function startBuffer(flushAt: number): { add(record: TrackingRecord): void; stop(): void } {
  let kept = read();
  let isOn = true;
  let isSending = false;

  const flush = async (uploadType: UploadType): Promise<void> => {
    if (!isOn || isSending) return;
    if (kept.batch === null && kept.waiting.length > 0)
      change({ batch: { value: kept.waiting, uploadType }, waiting: [] });
    if (kept.batch === null) return;
    isSending = true;
    const isDone = await sendBatch(kept.batch);
    isSending = false;
    if (isDone === 'withdrawn') stop();
    if (isDone === 'sent' && isOn) {
      change({ ...kept, batch: null });
      if (kept.waiting.length >= flushAt) void flush('full');
    }
  };
  const change = (next: Kept): void => {
    kept = next;
    write(kept);
  };
  const hide = (): void => {
    if (document.visibilityState === 'hidden') void flush('hidden');
  };
  const stop = (): void => {
    isOn = false;
    kept = { batch: null, waiting: [] };
    write(null);
    document.removeEventListener('visibilitychange', hide);
    removeEventListener('pagehide', hide);
  };

  document.addEventListener('visibilitychange', hide);
  addEventListener('pagehide', hide);
  void flush('reload');
  return {
    add(record) {
      if (!isOn) return;
      change({ ...kept, waiting: [...kept.waiting, record].slice(-MOST_RECORDS) });
      if (kept.waiting.length % flushAt === 0) void flush('full');
    },
    stop,
  };
}

/** 'kept' stays to be sent again: no answer came, or not now. */
async function sendBatch({ value, uploadType }: Batch): Promise<'sent' | 'kept' | 'withdrawn'> {
  try {
    const body = { dataType: 'field', appId: 'noren', value, uploadType } as const;
    return (await send(saveTracking, { body }, 'quiet')).isKept ? 'sent' : 'withdrawn';
  } catch (cause) {
    console.info('Records were not taken', (cause as Error).name);
    return cause instanceof ApiError && FOR_GOOD.includes(cause.code) ? 'sent' : 'kept';
  }
}

function read(): Kept {
  const nothing: Kept = { batch: null, waiting: [] };
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null) ?? nothing;
  } catch (cause) {
    console.info('No records could be read', (cause as Error).name);
    return nothing;
  }
}

// Where storage is refused the page's own copy is all there is: a reload loses it.
function write(kept: Kept | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch (cause) {
    console.info('Records could not be kept', (cause as Error).name);
  }
}
