/**
 * What is asked about someone's work, beside their work status and income. Source: specification
 * §3.
 */
export const workFields = [
  'industry',
  'salaryType',
  'payday',
  'companyName',
  'companyAddress',
] as const;

export type WorkField = (typeof workFields)[number];

/**
 * Which of them have a true answer for each work status; the others are not applicable. A status
 * that is not listed is asked all. @ASSUMED, so that no borrower has to invent a company or a
 * payday.
 */
const APPLICABLE: Readonly<Record<string, readonly WorkField[]>> = {
  salaried: workFields,
  business: ['industry', 'salaryType', 'companyName', 'companyAddress'],
  self_employed: ['industry', 'salaryType'],
  // A pension is paid out too.
  retired: ['salaryType'],
  homemaker: [],
  student: [],
  unemployed: [],
};

/** The work fields that apply to this status; none while no status is chosen. */
export function listWorkFields(workStatus: string): readonly WorkField[] {
  if (workStatus === '') return [];
  return Object.hasOwn(APPLICABLE, workStatus)
    ? (APPLICABLE[workStatus] ?? workFields)
    : workFields;
}

/** Removes the fields that do not apply to this work status. */
export function keepApplicableWork<
  T extends { workStatus: string } & { [F in WorkField]?: string | undefined },
>(info: T): T {
  const applicable = listWorkFields(info.workStatus);
  const dropped: readonly string[] = workFields.filter((field) => !applicable.includes(field));

  return Object.fromEntries(
    Object.entries(info).filter(([field]) => !dropped.includes(field)),
  ) as T;
}
