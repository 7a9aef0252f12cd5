import type { AnswerOf } from '@noren/contract/call';
import type { GrievanceLevel, grievance } from '@noren/contract/public-pages';
import { type RegulatoryName, regulatoryRowOn } from '@noren/core/lending/terms';
import { COMPLAINT_LEVELS, type ComplaintLevel, LEVEL_DAYS } from '@noren/core/staff/complaints';
import type { FixedAppConfig } from '../../platform/deps.ts';
import type { Ctx } from '../../platform/http/handler.ts';

/** Who answers a complaint, within which days, and where to complain after that. */
export async function readGrievance({ deps, today }: Ctx): Promise<AnswerOf<typeof grievance>> {
  const constant = (name: RegulatoryName) => regulatoryRowOn(name, today).value;
  const { appConfig } = deps;

  return {
    day: today,
    levels: COMPLAINT_LEVELS.map((level) => ({
      level,
      days: constant(LEVEL_DAYS[level]),
      ...contact(appConfig, level),
    })),
    hours: appConfig.staffService.serviceTime,
    regulator: {
      kind: appConfig.complaints.regulator,
      answerDays: constant('complaintAnswerDays'),
      fileDays: constant('ombudsmanFileDays'),
      mostLossPaise: constant('ombudsmanMostLossPaise'),
      mostHarassmentPaise: constant('ombudsmanMostHarassmentPaise'),
    },
  };
}

function contact(
  { staffService, lender, complaints }: FixedAppConfig,
  level: ComplaintLevel,
): Omit<GrievanceLevel, 'level' | 'days'> {
  if (level === 'officer') return lender.grievance;
  if (level === 'principal') return complaints.principalNodal;

  const { servicePhone: phone, serviceEmail: email } = staffService;
  return { name: null, phone, email, address: null };
}
