import type { Sms } from '../../platform/ports/sms.ts';

const refuse = () => Promise.reject(new Error('this process sends no messages'));

/** For a process that sends no messages and receives no reports about them: the console. */
export const noSms: Sms = { name: 'none', send: refuse, find: refuse, readReports: () => null };
