/**
 * What the agreement, the closing letter, the copy of one's data, the privacy policy and the
 * fair-practice code say is done, and the code that does it, as `path#name in it`. `states`: a
 * fact, a right or a price, which no code carries out. `procedure`: people do it, by the page
 * named.
 */
export const STATED_DUTIES: Readonly<Record<string, string | 'states'>> = {
  'agreement.acceptance_text': 'server/src/borrower/loans/apply.ts#requireRecentCode',
  'agreement.acceptance_waiting': 'states',
  'agreement.changes_none': 'server/migrations/003_lending.sql#charge_codes',
  'agreement.changes_transfer': 'core/src/lending/kfs.ts#part2',
  'agreement.complaints_app': 'server/src/lending/statements/kfs-document.ts#appGrievance',
  'agreement.complaints_officer': 'core/src/lending/kfs.ts#grievanceOfficer',
  'agreement.complaints_ombudsman': 'server/src/people/support/store.ts#addTicket',
  'agreement.extension_addendum': 'server/src/lending/statements/addenda-store.ts#charge_codes',
  'agreement.extension_ask': 'core/src/lending/extension.ts#extensionQuote',
  'agreement.interest_rate': 'core/src/lending/loan-accrual.ts#export function',
  'agreement.interest_simple': 'core/src/lending/loan-accrual.ts#export function',
  'agreement.late_apart': 'server/src/processes/close-of-day/dunning.ts#penal_charged',
  'agreement.late_charge': 'core/src/lending/penal.ts#penalDays',
  'agreement.law_india': 'states',
  'agreement.loan_account': 'core/src/lending/payable-account.ts#refuseAccount',
  'agreement.loan_account_open': 'core/src/lending/payable-account.ts#refuseAccount',
  'agreement.loan_amount': 'core/src/lending/offer.ts#netDisbursed',
  'agreement.loan_withdraw': 'server/src/borrower/orders/cancel-order.ts#withdrawOrder',
  'agreement.opening': 'states',
  'agreement.parties_app': 'states',
  'agreement.parties_borrower': 'states',
  'agreement.parties_lender': 'server/src/borrower/public/app-config.ts#readLenderFile',
  'agreement.records_data': 'server/src/people/consents.ts#requireConsent',
  'agreement.records_documents': 'server/src/lending/documents/list-documents.ts#groupDocuments',
  'agreement.reminders_agents': 'core/src/lending/kfs.ts#recovery',
  'agreement.reminders_hours': 'core/src/lending/dunning.ts#nextContactAt',
  'agreement.repaying_due': 'core/src/lending/offer.ts#totalRepayable',
  'agreement.repaying_early': 'core/src/lending/loan-accrual.ts#export function',
  'agreement.repaying_order': 'server/src/lending/payments/refunds/refunds.ts#makeRefunds',
  'agreement.repaying_payee': 'server/src/lending/payments/checkout/instruments.ts#payeeName',
  'agreement.return_days': 'server/src/lending/book/return-price.ts#returnPrice',
  'agreement.return_fee_given_back': 'server/src/lending/book/return-price.ts#returnPrice',
  'agreement.return_fee_kept': 'server/src/lending/book/return-price.ts#returnPrice',
  'code.apply_text': 'core/src/lending/scorecard.ts#type ChoiceField',
  'code.classes_text': 'core/src/lending/late-classes.ts#lateClassDays',
  'code.complaints_text': 'server/src/people/support/store.ts#addTicket',
  'code.data_text': 'server/src/people/consents.ts#requireConsent',
  'code.late_text': 'core/src/lending/penal.ts#penalDays',
  'code.money_text': 'core/src/lending/payable-account.ts#refuseAccount',
  'code.price_text': 'server/migrations/003_lending.sql#charge_codes',
  'code.reminders_text': 'core/src/lending/contact-rules.ts#CONTACTS_A_WEEK',
  'code.return_text': 'server/src/lending/book/return-price.ts#returnPrice',
  'code.who_text': 'server/src/borrower/public/app-config.ts#readLenderFile',
  'docs.closing.credit': 'server/src/lending/payments/refunds/refunds.ts#makeRefunds',
  'docs.closing.nothing': 'core/src/lending/settlement.ts#export function',
  'docs.closing.signed': 'server/src/lending/documents/account-rows.ts#export function',
  'docs.closing.waived': "server/src/console/approvals/kinds/waiver.ts#kind: 'waiver'",
  'docs.data.rest': 'server/src/people/personal-data/retention-map.ts#export const',
  'docs.data.rights': 'server/src/borrower/account/data-handlers.ts#export const',
  'docs.data.seen': 'server/src/people/personal-data/retention-map.ts#export const',
  'privacy.camera_text': 'server/src/providers/kyc/mask-aadhaar.ts#maskAadhaar',
  'privacy.grievance_text': 'server/src/people/support/store.ts#addTicket',
  'privacy.kept_text': 'server/src/processes/retention/purge-expired.ts#purgeExpired',
  'privacy.never_text': 'server/src/platform/http/page-headers.ts#permissions-policy',
  'privacy.ombudsman_text': 'states',
  'privacy.rights_text': 'server/src/people/personal-data/erase-user.ts#eraseWhenDue',
  'privacy.safe_text': 'docs/operations/incidents.md#Personal data lost or seen',
  'privacy.shared_digilocker': 'server/src/borrower/certification/digilocker-handlers.ts#openVisit',
  'privacy.shared_pan_register': 'server/src/borrower/certification/check-pan.ts#checkPan',
  'privacy.shared_text': 'server/src/people/personal-data/retention-map.ts#export const',
  'privacy.what_text': 'server/src/people/personal-data/retention-map.ts#export const',
  'privacy.who': 'server/src/borrower/public/app-config.ts#readLenderFile',
  'privacy.why_text': 'server/src/people/consents.ts#requireConsent',
};

/**
 * What other lenders do and this one does not, with the words that would say so by language: no
 * text has them.
 */
export const CAPABILITIES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'reports to credit bureaus': {
    en: /credit bureau|credit information compan|CIBIL/i,
    es: /centrales? de información crediticia|empresas? de información crediticia/i,
    hi: /क्रेडिट ब्यूरो|क्रेडिट सूचना/,
    id: /informasi kredit|biro kredit/i,
    th: /ข้อมูลเครดิต|เครดิตบูโร/,
    vi: /thông tin tín dụng/i,
  },
  'appoints recovery agents or transfers loans': {
    en: /(our|a) recovery agents? (calls|visits|will)|we (sell|transfer) (your|the) loan/i,
  },
};

/** How texts speak of e-mail, by language. */
export const EMAIL_WORDS: Readonly<Record<string, RegExp>> = {
  en: /e-?mail/i,
  es: /correo/i,
  hi: /ई-मेल/,
  id: /e-?mail/i,
  th: /อีเมล/,
  vi: /email/i,
};

/** Beginnings of the ids of texts that are shown only where e-mails are sent. */
export const SENT_EMAIL_TEXTS = [
  'email.',
  'mail.',
  'notification.email_',
  'certification.email_hint',
];

/** Other texts that speak of e-mail, with the reason: none says that we send one. */
export const OTHER_EMAIL_TEXTS: Readonly<Record<string, string>> = {
  'certification.email': 'a field that the specification asks for',
  'certification.email_empty': 'a fault of that field',
  'certification.email_format': 'a fault of that field',
  'consent.item_email': 'what is agreed to with that field',
  'consent.why_personal_information': 'the purpose that is agreed to with that field',
  'data.details_note': 'that field can be corrected',
  'docs.data.email': 'that field in the copy of one’s data',
  'service.email': 'an address of the lender’s, to write to',
  'agreement.complaints_app': 'an address of the lender’s, to write to',
  'agreement.complaints_officer': 'an address of the lender’s, to write to',
  'form.officer': 'an address of the lender’s, to write to',
  'kfs.row.appGrievanceOfficerEmail': 'an address of the lender’s, to write to',
  'kfs.row.grievanceOfficerEmail': 'an address of the lender’s, to write to',
};

/** The screens that show texts of sent e-mails, and what holds them back elsewhere. */
export const EMAIL_SCREENS: Readonly<Record<string, string>> = {
  'web/src/features/account/user.tsx': 'config?.sendsEmail && (',
  'web/src/features/certification/personal-fields.tsx': 'config?.sendsEmail ?',
  'web/src/features/login/email.tsx': 'if (!isSent) return <Navigate to="/user"',
  // Its caller says which text.
  'web/src/features/login/code-field.tsx': "resendIn = 'login.resend_in'",
  // Only a mail leads there.
  'web/src/features/pages/stop-emails.tsx': "search.get('token')",
};
