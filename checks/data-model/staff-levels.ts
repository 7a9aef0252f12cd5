/** Every column of the tables of staff, their sign-ins and the chain of what they do. */
export const STAFF_COLUMNS = {
  staff: { personal: 'staff_id name email state is_sandbox created_at removed_at' },
  staff_roles: { personal: 'staff_id role given_at ended_at' },
  staff_invitations: { personal: 'staff_id created_at expires_at used_at', secret: 'token_hash' },
  staff_passkeys: {
    personal: `
      staff_id passkey_id credential_id public_key counter transports name created_at last_used_at
      ended_at`,
  },
  staff_sessions: {
    personal: 'staff_id session_id assurance browser created_at last_seen_at ended_at',
    secret: 'token_hash',
  },
  staff_challenges: {
    personal: 'purpose staff_id created_at expires_at used_at',
    hashed: 'content_hash',
    secret: 'challenge_hash',
  },
  staff_audit: { personal: 'seq at staff_id action user_id subject detail previous_hash hash' },
  staff_audit_head: { internal: 'is_only_row seq hash' },
} as const;
