/** Every column of mandates and of their debits. */
export const MANDATE_COLUMNS = {
  mandates: {
    personal: `
      user_id mandate_id order_id code provider state most_paise last_day customer_ref order_ref
      token_ref upi_uri requested_at approve_until checked_at confirmed_at paused_at ended_at ended_because
      is_closed`,
  },
  mandate_debits: {
    personal: `
      user_id debit_id mandate_id order_id due_day code provider amount_paise state order_ref
      payment_ref reason planned_at present_after announced_at delivered_at presented_at decided_at`,
  },
  mandate_events: { personal: 'user_id event_id mandate_id debit_id kind actor reason at' },
} as const;
