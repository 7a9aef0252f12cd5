import type { AnswerOf } from '@noren/contract/call';
import type { LenderFile } from '@noren/contract/public';
import type { GrievanceLevel, grievance } from '@noren/contract/public-pages';
import { type RegulatoryName, regulatoryRowOn } from '@noren/core/lending/terms';
import { COMPLAINT_LEVELS, type ComplaintLevel, LEVEL_DAYS } from '@noren/core/staff/complaints';
import { notFound } from '../../platform/http/call-error.ts';
import type { Ctx } from '../../platform/http/handler.ts';
import { listContactVersions } from './contacts-store.ts';

/**
 * Answers who handles a complaint at each level, within how many days, and where to complain after
 * that. `query.from` chooses a former version, with the law's days as on its first day.
 * @throws CallError when no version began on that day
 */
export async function readGrievance(
  { deps, today }: Ctx,
  { query }: { query: { from?: string | undefined } },
): Promise<AnswerOf<typeof grievance>> {
  const versions = await listContactVersions(deps.db, today);
  const former = versions.slice(1).find(({ from }) => from === query.from);
  const from = former?.from ?? versions[0]?.from ?? today;
  if (query.from !== undefined && query.from !== from) throw notFound();

  const { lender, appGrievance, staffService, complaints } = former?.contacts ?? deps.appConfig;
  const constant = (name: RegulatoryName) => regulatoryRowOn(name, former?.from ?? today).value;

  return {
    from,
    versions: versions.map((version) => version.from),
    levels: COMPLAINT_LEVELS.map((level) => ({
      level,
      days: constant(LEVEL_DAYS[level]),
      ...pickContact({ lender, staffService, complaints }, level),
    })),
    appOfficer: appGrievance,
    lender: {
      name: lender.name,
      cin: lender.cin,
      registrationNo: lender.registrationNo,
      address: lender.address,
    },
    hours: staffService.serviceTime,
    regulator: {
      kind: complaints.regulator,
      answerDays: constant('complaintAnswerDays'),
      fileDays: constant('ombudsmanFileDays'),
      mostLossPaise: constant('ombudsmanMostLossPaise'),
      mostHarassmentPaise: constant('ombudsmanMostHarassmentPaise'),
    },
  };
}

function pickContact(
  { staffService, lender, complaints }: Omit<LenderFile, 'appGrievance'>,
  level: ComplaintLevel,
): Omit<GrievanceLevel, 'level' | 'days'> {
  if (level === 'officer') return lender.grievance;
  if (level === 'principal') return complaints.principalNodal;

  const { servicePhone: phone, serviceEmail: email } = staffService;
  return { name: null, phone, email, address: null };
}
