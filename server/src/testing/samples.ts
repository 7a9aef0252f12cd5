import type { SendOptions } from '@noren/contract/client';
import type { CALLS, CallName } from '@noren/contract/index';
import { consentTexts } from '@noren/core/people/consent';

/** References to the user's data for use in a sample. */
export interface SampleIds {
  readonly phone: string;
  readonly otpRef: string;
  readonly repayId: string;
  readonly proposalNo: string;
}

type Sample<N extends CallName> = (
  ids: SampleIds,
) => Omit<SendOptions<(typeof CALLS)[N]>, 'requestId' | 'signal'>;

const SAMPLE_FAULT = JSON.stringify({
  name: 'TypeError',
  words: 'x is not a function',
  frames: [{ file: 'main-Ab1.js', line: 3, column: 1205 }],
  screen: '/repay/:id',
  browser: 'chrome 141',
  appVersion: '216',
});

export const sampleAddress = {
  street: '1 Example Road',
  locality: 'Kothrud',
  district: 'Pune',
  state: '27',
  pin: '411038',
};

export const samplePersonalInfo = {
  ...sampleAddress,
  gender: 'female',
  email: 'sample@noren.example',
  education: 'bachelor',
  maritalStatus: 'single',
  childrenCount: 'none',
  workStatus: 'salaried',
  industry: 'retail',
  monthlyIncome: '25000_40000',
  salaryType: 'bank',
  payday: 'day_1',
  companyName: 'Sample Traders',
  companyAddress: '1 Example Road, Pune',
};

/**
 * One valid input of every declared call; a call left out does not compile. No value is a real
 * person's.
 */
export const SAMPLES: { readonly [N in CallName]: Sample<N> } = {
  appConfig: () => ({}),
  documentRequests: () => ({}),
  sealKey: () => ({}),
  draftKey: () => ({}),
  sendOtp: ({ phone }) => ({ body: { phone, type: 1 } }),
  checkOtpLogin: ({ phone, otpRef }) => ({
    body: { phone, otpRef, code: '0000', agreed: true, policyVersion: '2026-11-3', language: 'en' },
  }),
  openTokenPhone: () => ({
    body: { taskId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa', uniqueChannel: 'sandbox' },
  }),
  sendLinkOtp: () => ({
    body: { taskId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa', uniqueChannel: 'sandbox' },
  }),
  openTokenLogin: () => ({
    body: {
      taskId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      uniqueChannel: 'sandbox',
      registerClientType: 1,
    },
  }),
  logOut: () => ({}),
  userStatus: () => ({}),
  saveLanguage: () => ({ body: { language: 'es' } }),
  sendFirstConfirmation: () => ({}),
  sendLaterConfirmation: () => ({}),
  checkFirstConfirmation: () => ({ body: { otpCode: '0000' } }),
  checkLaterConfirmation: () => ({ body: { otpCode: '0000' } }),
  savePushToken: () => ({
    body: {
      pushToken: JSON.stringify({
        endpoint: 'https://fcm.googleapis.com/fcm/send/sample',
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      }),
    },
  }),
  pushSubscriptionState: () => ({}),
  deviceInformation: ({ otpRef }) => ({
    body: { deviceId: otpRef, operatingSystem: 'Android 14' },
  }),
  viewSessions: () => ({}),
  revokeSessions: ({ otpRef }) => ({ body: { sessionId: otpRef } }),
  viewPasskeys: () => ({}),
  beginPasskey: () => ({ body: {} }),
  addPasskey: () => ({ body: { attestation: {}, name: 'Sample phone' } }),
  renamePasskey: ({ otpRef }) => ({ body: { passkeyId: otpRef, name: 'Sample phone' } }),
  removePasskey: ({ otpRef }) => ({ body: { passkeyId: otpRef } }),
  beginPasskeyConfirmation: () => ({ body: {} }),
  confirmByPasskey: () => ({ body: { assertion: {} } }),
  viewPhoneChange: () => ({}),
  sendNewPhoneCode: () => ({ body: { phone: '9000000014' } }),
  beginPhoneChange: ({ otpRef }) => ({ body: { phone: '9000000014', otpRef, code: '0000' } }),
  provePhoneByCard: () => ({ body: { code: '1234' } }),
  provePhoneByFile: () => ({ body: { shareCode: '4821' }, file: new Blob(['not a ZIP']) }),
  stopPhoneChange: () => ({ body: {} }),
  viewEmail: () => ({}),
  sendEmailCode: () => ({ body: {} }),
  confirmEmail: () => ({ body: { code: '0000' } }),
  removeEmail: () => ({ body: {} }),
  stopEmails: () => ({ body: { token: 'a'.repeat(124) } }),
  sendLostPhoneCode: () => ({ body: { phone: '9000000015' } }),
  beginLostPhone: ({ phone, otpRef }) => ({
    body: {
      oldPhone: phone,
      pan: 'ABCPX1234Z',
      phone: '9000000015',
      otpRef,
      code: '0000',
      agreedVersion: consentTexts.face_check.textVersion,
    },
  }),
  startLostFace: () => ({ body: { ticket: 'A'.repeat(40) } }),
  checkLostFace: () => ({
    body: { transactionId: 'A'.repeat(40) },
    file: new Blob(['not an image']),
  }),
  sendLostFile: () => ({
    body: { ticket: 'A'.repeat(40), shareCode: '4821' },
    file: new Blob(['not a ZIP']),
  }),
  trackingConfig: () => ({}),
  saveTracking: () => ({
    body: {
      dataType: 'field',
      appId: 'noren',
      value: [
        { idName: 'companyName', beginTime: 1_795_000_000_000, duration: 4_000, content: '#13' },
      ],
      uploadType: 'full',
    },
  }),
  saveEvent: () => ({ params: { type: 'script_error' }, body: { event: SAMPLE_FAULT } }),
  viewContactHours: () => ({}),
  saveContactHours: () => ({ body: { window: 'evening' } }),
  viewConsents: () => ({}),
  saveConsent: () => ({ body: { purpose: 'offers', textVersion: '2026-11-2', given: true } }),
  consentHistory: () => ({}),
  personalData: () => ({}),
  saveAddress: () => ({ body: sampleAddress }),
  confirmDetails: () => ({ body: {} }),
  correctData: () => ({ body: { field: 'maritalStatus', value: 'married' } }),
  viewNominee: () => ({}),
  saveNominee: () => ({
    body: { relationship: 'spouse', name: 'Sample Three', phone: '9000000013' },
  }),
  removeNominee: () => ({ body: {} }),
  exportList: () => ({}),
  requestExport: () => ({ body: {} }),
  fetchExport: ({ otpRef }) => ({ params: { exportId: otpRef, format: 'pdf' } }),
  viewErasure: () => ({}),
  requestErasure: () => ({ body: {} }),
  stopErasure: () => ({ body: {} }),
  dictionary: () => ({ params: { type: 'gender' } }),
  saveSurvey: () => ({
    body: {
      purpose: 'medical',
      incomeBand: '25000_40000',
      otherDebts: 'none',
      heardFrom: 'friend',
    },
  }),
  viewSurvey: () => ({}),
  readIdentityFile: () => ({ body: { shareCode: '4821' }, file: new Blob(['not a ZIP']) }),
  openDigiLocker: () => ({ body: {} }),
  readDigiLocker: () => ({ body: { state: 'first.A', code: 'B' } }),
  readDocument: () => ({ body: { type: 'panFront' }, file: new Blob(['not an image']) }),
  readingDetail: () => ({}),
  startLiveness: () => ({ body: {} }),
  checkLiveness: ({ otpRef }) => ({
    body: { transactionId: otpRef },
    file: new Blob(['not an image']),
  }),
  saveIdentity: () => ({
    body: { name: 'Sample Person', pan: 'ABCPX1234Z', birthDay: '1995-01-01', aadhaar: null },
  }),
  savePersonalInfo: () => ({ body: { ...samplePersonalInfo, birthday: '1995-01-01' } }),
  viewPersonalInfo: () => ({}),
  realName: () => ({}),
  saveContacts: () => ({
    body: {
      contacts: [
        { relationship: 'parent', name: 'Sample One', phone: '9000000011' },
        { relationship: 'friend', name: 'Sample Two', phone: '9000000012' },
      ],
    },
  }),
  viewContacts: () => ({}),
  bankList: () => ({}),
  checkIfsc: () => ({ query: { ifsc: 'HDFC0000001' } }),
  preCheckAccount: () => ({
    body: {
      bankCode: 'HDFC',
      ifsc: 'HDFC0000001',
      accountNo: '123456789012',
      holderName: 'Sample Person',
    },
  }),
  saveAccountDetails: () => ({
    body: { accountType: 1, accountNo: '123456789012', isSalaryAccount: false },
  }),
  saveAccount: () => ({
    body: {
      bankCode: 'HDFC',
      ifsc: 'HDFC0000001',
      accountNo: '123456789012',
      accountNoAgain: '123456789012',
      holderName: 'Sample Person',
    },
  }),
  viewAccount: () => ({}),
  firstView: () => ({ query: { at: '/home' } }),
  creditInfo: () => ({}),
  decideAgain: () => ({}),
  productList: () => ({ params: { param: 'home' } }),
  quoteLoan: () => ({ body: { productCode: 'N07', principalPaise: 200_000 } }),
  viewKfs: ({ proposalNo }) => ({ params: { proposalNo } }),
  applyLoan: ({ proposalNo }) => ({
    body: { proposalNo, kfsHash: 'a'.repeat(64), acknowledged: true, purpose: 'medical' },
  }),
  applyLoanAuto: ({ proposalNo }) => ({ body: { proposalNo } }),
  cancelWaiting: ({ proposalNo }) => ({ body: { proposalNo } }),
  guidanceMsg: () => ({}),
  applyGuidance: () => ({
    body: {
      applyTotalAmount: 300_000,
      products: [
        {
          productCode: 'N30',
          productIcon: 'days-30',
          productName: 'Noren 30',
          productAmount: 300_000,
        },
      ],
    },
  }),
  giveUpGuidance: ({ otpRef }) => ({ body: { guidanceId: otpRef } }),
  receiveCoupon: () => ({}),
  couponList: () => ({}),
  documentList: () => ({}),
  viewDocument: ({ proposalNo }) => ({ params: { documentId: `kfs.${proposalNo}` } }),
  borrowStatus: () => ({}),
  billList: () => ({ query: { borrowType: '0' } }),
  billDetail: ({ repayId }) => ({ params: { repayId } }),
  cancelOrder: ({ repayId }) => ({ body: { repayId } }),
  reviewOffer: ({ repayId }) => ({ body: { repayId } }),
  failBorrowHandler: ({ repayId }) => ({ body: { repayId, action: 'cancel' } }),
  repayDetail: ({ repayId }) => ({ query: {}, params: { repayId } }),
  repayEntries: ({ repayId }) => ({ params: { repayId } }),
  quoteExtension: ({ repayId }) => ({ body: { repayId, days: 7 } }),
  acceptExtension: () => ({
    body: { addendumNo: 'NA2611240000000000', hash: 'a'.repeat(64), acknowledged: true },
  }),
  returnLoan: ({ repayId }) => ({ body: { repayId } }),
  viewAutopay: () => ({}),
  startAutopay: ({ repayId }) => ({ body: { repayId } }),
  changeAutopay: ({ repayId }) => ({ body: { repayId, act: 'pause' } }),
  startPayment: ({ repayId }) => ({ body: { repayId, kind: 'full', channel: 'upi' } }),
  viewPayment: () => ({ params: { code: 'aaaaaaaaaaaaaaaaaaaa' } }),
  makePaymentLink: ({ repayId }) => ({ body: { repayId } }),
  viewPaymentLink: () => ({ params: { token: 'A'.repeat(20) } }),
  payByLink: () => ({ body: { token: 'A'.repeat(20), channel: 'bank_transfer' } }),
  choosePaymentChannel: () => ({
    body: { code: 'aaaaaaaaaaaaaaaaaaaa', channel: 'bank_transfer' },
  }),
  reportPaid: () => ({ body: { code: 'aaaaaaaaaaaaaaaaaaaa' } }),
  sendProof: ({ repayId }) => ({
    body: {
      repayId,
      utr: 'SBIN126112400001',
      amountPaise: 100_000,
      paidOn: '2026-11-24',
      channel: 'bank_transfer',
    },
    file: new Blob(['not an image']),
  }),
  proofList: ({ repayId }) => ({ params: { repayId } }),
  carousel: () => ({}),
  grievance: () => ({ query: {} }),
  rateCard: () => ({}),
  fairPracticeCode: () => ({ query: {} }),
  saveFeedback: () => ({
    body: { type: 'problem', text: 'The page stays white.\nI tried twice.' },
  }),
  feedbackList: () => ({}),
  passFeedbackOn: () => ({ body: { ticketNo: 'F000000AAAAAA' } }),
  notificationCentre: ({ otpRef }) => ({ body: { before: otpRef } }),
  readNotifications: ({ otpRef }) => ({ body: { upTo: otpRef } }),
};
