import { saveTracking, type TrackingRecord, type UploadType } from '@noren/contract/tracking';
import { MAX_BATCH_RECORDS } from '@noren/core/people/tracking-rules';
import { ApiError, send } from '../api/api.ts';

/** Signing out clears it with the tab's other `noren.` keys. */
const KEY = 'noren.tracking';

/**
 * A batch that was sent. It is unchanged until it is answered, so that a retry repeats the same
 * request.
 */
type Batch = { value: TrackingRecord[]; uploadType: UploadType };
type BufferState = { batch: Batch | null; waiting: TrackingRecord[] };

/** Refusals that a retry would get again: the batch is dropped. */
const PERMANENT_REFUSALS: readonly number[] = [400, 404, 409, 422];

/**
 * Collects records, and sends them when there are enough, when the page is hidden, and after a
 * reload.
 */
export function startBuffer(flushAt: number): { add(record: TrackingRecord): void; stop(): void } {
  let buffer = read();
  let isOn = true;
  let isSending = false;

  const flush = async (uploadType: UploadType): Promise<void> => {
    if (!isOn || isSending) return;

    if (buffer.batch === null && buffer.waiting.length > 0)
      change({ batch: { value: buffer.waiting, uploadType }, waiting: [] });
    if (buffer.batch === null) return;

    isSending = true;

    const outcome = await sendBatch(buffer.batch);
    isSending = false;
    if (outcome === 'withdrawn') stop();

    if (outcome === 'sent' && isOn) {
      change({ ...buffer, batch: null });
      if (buffer.waiting.length >= flushAt) void flush('full');
    }
  };

  const change = (next: BufferState): void => {
    buffer = next;
    write(buffer);
  };

  const hide = (): void => {
    if (document.visibilityState === 'hidden') void flush('hidden');
  };

  const stop = (): void => {
    isOn = false;
    buffer = { batch: null, waiting: [] };
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
      change({ ...buffer, waiting: [...buffer.waiting, record].slice(-MAX_BATCH_RECORDS) });
      if (buffer.waiting.length % flushAt === 0) void flush('full');
    },
    stop,
  };
}

/** 'retry': no answer, or a temporary refusal; the batch is sent again. */
async function sendBatch({ value, uploadType }: Batch): Promise<'sent' | 'retry' | 'withdrawn'> {
  try {
    const body = { dataType: 'field', appId: 'noren', value, uploadType } as const;
    return (await send(saveTracking, { body }, 'quiet')).isKept ? 'sent' : 'withdrawn';
  } catch (cause) {
    console.info('Tracking records were not accepted', (cause as Error).name);
    return cause instanceof ApiError && PERMANENT_REFUSALS.includes(cause.code) ? 'sent' : 'retry';
  }
}

function read(): BufferState {
  const nothing: BufferState = { batch: null, waiting: [] };
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as BufferState | null) ?? nothing;
  } catch (cause) {
    console.info('Tracking records could not be read', (cause as Error).name);
    return nothing;
  }
}

// Where storage is refused, a reload loses the records.
function write(buffer: BufferState | null): void {
  try {
    if (buffer === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(buffer));
  } catch (cause) {
    console.info('Tracking records could not be stored', (cause as Error).name);
  }
}
