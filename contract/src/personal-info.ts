import { listWorkFields } from '@noren/core/people/work-fields';
import * as z from 'zod/mini';
import { day, dictCode, name, shortText } from './fields.ts';

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

/**
 * The personal information of step two; the work fields depend on the work status
 * (`listWorkFields`).
 */
export const personalInfo = personalFields.check((context) => {
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
});
