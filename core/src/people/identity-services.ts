/** Services that the lender may configure and that get data of a borrower's identity. */
export const IDENTITY_SERVICES = ['pan_register', 'digilocker'] as const;

export type IdentityService = (typeof IDENTITY_SERVICES)[number];
