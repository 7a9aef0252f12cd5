import type { AddressField } from '@noren/core/people/address';
import { listWorkFields, type WorkField } from '@noren/core/people/work-fields';
import * as z from 'zod/mini';
import { day, dictCode, name, pinCode, shortText } from './fields.ts';

/** The fields of step two. Source: specification §3 "Personal info fields". */
export const personalFields = z.object({
  gender: dictCode,
  birthday: day,
  email: z.email('email').check(z.maxLength(200, 'long')),
  education: dictCode,
  maritalStatus: dictCode,
  childrenCount: dictCode,
  workStatus: dictCode,
  industry: z.optional(dictCode),
  monthlyIncome: dictCode,
  salaryType: z.optional(dictCode),
  payday: z.optional(dictCode),
  companyName: z.optional(name),
  companyAddress: z.optional(shortText),
});

/** Where the borrower lives. Source: `docs/identity.md`, "Address". */
export const addressFields = z.object({
  street: shortText,
  locality: shortText,
  district: shortText,
  state: dictCode,
  pin: pinCode,
} satisfies Record<AddressField, unknown>);

type WorkAnswers = { workStatus: string } & { [F in WorkField]?: string | undefined };

/** The work fields depend on the work status (`listWorkFields`). */
const requireWorkFields = (context: z.core.ParsePayload<WorkAnswers>): void => {
  const { value } = context;
  for (const field of listWorkFields(value.workStatus))
    if (value[field] === undefined)
      context.issues.push({
        code: 'custom',
        message: 'empty',
        path: [field],
        input: undefined,
        continue: true,
      });
};

/** The answers of step two without the address. */
export const personalInfo = personalFields.check(requireWorkFields);

/** Every answer of step two. */
export const personalForm = z.extend(personalFields, addressFields.shape).check(requireWorkFields);
