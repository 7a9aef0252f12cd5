import type { ListedApproval } from '@noren/contract/staff/approvals';

/** An open request of somebody else, which the reader may decide. */
export const OPEN_REQUEST = {
  requestId: '0195f000-0000-7000-8000-000000000001',
  state: 'open',
  repayId: null,
  userId: null,
  person: null,
  makerId: '0195f000-0000-7000-8000-000000000003',
  makerName: 'Gita Reddy',
  checkerName: null,
  money: null,
  madeAt: Date.UTC(2026, 10, 21),
  expiresAt: Date.UTC(2026, 10, 28),
  decidedAt: null,
  isMineToDecide: true,
  isMine: false,
  comments: 0,
  isMineToAnswer: false,
} as const satisfies Omit<ListedApproval, 'kind' | 'reason'>;
