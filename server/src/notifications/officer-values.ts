import type { Deps } from '../platform/deps.ts';

/** Whom a message about dues names for questions and complaints. */
export function officerValues({ appConfig }: Pick<Deps, 'appConfig'>): Record<string, string> {
  const { name, phone, email } = appConfig.lender.grievance;
  return { officer: name, officerPhone: phone, officerEmail: email };
}
