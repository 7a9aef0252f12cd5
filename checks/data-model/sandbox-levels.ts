/** Every column of the sandbox's tables: its bank, phone company and shop are invented. */
export const SANDBOX_COLUMNS = {
  sandbox_day: { invented: 'only_row days_ahead' },
  sandbox_mails: { invented: 'sandbox_mail_id address reference content sent_at' },
  sandbox_messages: { invented: 'sms_id phone template language content reference sent_at' },
  sandbox_switches: { invented: 'part behaviour' },
  sandbox_account_validations: { invented: 'ref behaviour requested_at' },
  sandbox_payouts: {
    invented: 'payout_ref provider_id amount_paise account_last4 state reason received_at',
  },
  sandbox_instruments: { invented: 'code channel provider_ref amount_paise instrument created_at' },
  sandbox_payments: {
    invented: 'provider_ref event_id code channel amount_paise utr state paid_at',
  },
  sandbox_refunds: {
    invented: 'refund_ref provider_id payment_ref amount_paise state reason received_at',
  },
  sandbox_mandates: { invented: 'code token_ref state most_paise upi_uri created_at' },
  sandbox_debits: {
    invented: 'code order_ref token_ref amount_paise state reason created_at',
  },
  sandbox_webhooks: { invented: 'position event due_at delivered_at' },
} as const;
