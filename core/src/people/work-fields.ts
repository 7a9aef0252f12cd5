/** What is asked about someone's work, beside their work status and income. Source: specification §3. */
export const workFields = ['industry', 'salaryType', 'payday', 'companyName', 'companyAddress'] as const;
export type WorkField = (typeof workFields)[number];

/**
 * Which of them have a true answer for each work status; the others are not asked. A status that is not listed is
 * asked all. @ASSUMED, so that no borrower has to invent a company or a payday.
 */
const ASKED: Readonly<Record<string, readonly WorkField[]>> = {
  salaried: workFields,
  business: ['industry', 'salaryType', 'companyName', 'companyAddress'],
  self_employed: ['industry', 'salaryType'],
  // A pension is paid out too.
  retired: ['salaryType'],
  homemaker: [],
  student: [],
  unemployed: [],
};

/** The fields about work that someone of this status is asked. Nothing chosen yet: none. */
export function workFieldsOf(workStatus: string): readonly WorkField[] {
  if (workStatus === '') return [];
  return Object.hasOwn(ASKED, workStatus) ? (ASKED[workStatus] ?? workFields) : workFields;
}

/** Takes off what someone of this work status is not asked. */
export function keepAskedWork<T extends { workStatus: string } & { [F in WorkField]?: string | undefined }>(
  info: T,
): T {
  const asked = workFieldsOf(info.workStatus);
  const unasked: readonly string[] = workFields.filter((field) => !asked.includes(field));
  return Object.fromEntries(Object.entries(info).filter(([field]) => !unasked.includes(field))) as T;
}
