/** The order that a page shows: of its path, or of its query. */
function orderOfPage(pathname: string, search: string): string | null {
  const [, screen, id] = pathname.split('/');
  if (screen === 'repay' && id) return id;

  return ['order', 'upload-voucher'].includes(screen ?? '')
    ? new URLSearchParams(search).get('id')
    : null;
}

/** The feedback screen as opened from a page: from an order's it names that order. */
export function feedbackPath(pathname: string, search: string): string {
  const repayId = orderOfPage(pathname, search);
  return repayId === null ? '/feedback' : `/feedback?order=${encodeURIComponent(repayId)}`;
}
