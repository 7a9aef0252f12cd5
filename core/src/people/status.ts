/**
 * A user's certification status (`bizStatus`). Source: specification §4; 70 is `docs/domain.md`'s
 * regular user.
 */
export const UserStatus = {
  /** The questionnaire is due. */
  registered: 10,
  identityDue: 20,
  personalInfoDue: 30,
  contactsDue: 40,
  bankAccountDue: 50,
  /** From here a user may use products. Source: specification §6, §9. */
  certified: 60,
  /** Certified, with one loan settled: tenures up to 30 days. */
  regular: 70,
} as const;

export type UserStatus = (typeof UserStatus)[keyof typeof UserStatus];

/** The four certification steps, in order. */
export type Step = 'one' | 'two' | 'three' | 'four';

/**
 * The steps, each with its route, the status it requires and the one it leads to. Source:
 * specification §2, §4.
 */
export const certificationSteps = [
  {
    step: 'one',
    route: '/facial-auth/step-one',
    required: UserStatus.identityDue,
    leadsTo: UserStatus.personalInfoDue,
  },
  {
    step: 'two',
    route: '/facial-auth/step-two',
    required: UserStatus.personalInfoDue,
    leadsTo: UserStatus.contactsDue,
  },
  {
    step: 'three',
    route: '/facial-auth/step-three',
    required: UserStatus.contactsDue,
    leadsTo: UserStatus.bankAccountDue,
  },
  {
    step: 'four',
    route: '/facial-auth/step-four',
    required: UserStatus.bankAccountDue,
    leadsTo: UserStatus.certified,
  },
] as const satisfies readonly {
  step: Step;
  route: string;
  required: UserStatus;
  leadsTo: UserStatus;
}[];

/** The route of one certification step. */
export type StepRoute = (typeof certificationSteps)[number]['route'];

/** The step guard's answer: enter, or the route to go to instead. */
export type StepGuardAnswer =
  | { enter: true }
  | { enter: false; goTo: '/home' | '/identity-auth' | StepRoute };

/**
 * Guards a certification screen: who may see the step, and where anyone else goes. A step already
 * passed may be opened again to correct it. Step four has no guard. Source: specification §2
 * "Guards".
 */
export function stepGuard(status: number, step: Step): StepGuardAnswer {
  if (step === 'four') return { enter: true };
  if (status >= UserStatus.certified) return { enter: false, goTo: '/home' };

  const due = dueStep(status);
  if (!due) return { enter: false, goTo: '/identity-auth' };

  return status >= stepRow(step).required ? { enter: true } : { enter: false, goTo: due.route };
}

/**
 * Whether the call that saves a step may act. The guard's own rule for steps one to three; step
 * four, whose screen is unguarded, needs status 50. A certified user changes the bank account by
 * step four's call too, after confirming.
 */
export function maySave(status: number, step: Step): boolean {
  return step === 'four' ? status >= stepRow(step).required : stepGuard(status, step).enter;
}

/**
 * The status after a step was saved. It never falls: correcting a passed step leaves it. Source:
 * `docs/domain.md`.
 */
export function statusAfter(status: UserStatus, step: Step): UserStatus {
  return higher(status, stepRow(step).leadsTo);
}

/** The status after the questionnaire was saved; never falls. */
export function statusAfterSurvey(status: UserStatus): UserStatus {
  return higher(status, UserStatus.identityDue);
}

/** The status after a loan was settled: a certified user becomes regular, any other stays. */
export function statusAfterSettlement(status: UserStatus): UserStatus {
  return status >= UserStatus.certified ? UserStatus.regular : status;
}

/**
 * The status that is shown and that guards go by: step three while it is due again, because the
 * contacts were deleted with their consent and the consent was renewed. Nothing else they reached
 * is lost. @ASSUMED Source: `docs/lawful.md`, row 9.
 */
export function onboardingStatus(status: number, areContactsDue: boolean): number {
  return areContactsDue ? Math.min(status, stepRow('three').required) : status;
}

/**
 * Where to go after sign-in or app start: between 10 and 60 the matching step, from 60 Home, else
 * the landing page. Source: specification §4.
 */
export function homeFor(status: number): '/home' | '/noren' | StepRoute {
  if (status >= UserStatus.certified) return '/home';
  return dueStep(status)?.route ?? '/noren';
}

/** The tabs of the bottom bar. */
export type Tab = 'home' | 'order' | 'profile';

/**
 * Where a tab leads; `status` is undefined when signed out. Source: specification §2 "Bottom tab
 * bar".
 */
export function tabTarget(
  tab: Tab,
  status: number | undefined,
): '/login' | '/noren' | '/home' | '/order' | '/user' {
  if (status === undefined) return '/login';
  switch (tab) {
    case 'home':
      return status < UserStatus.certified ? '/noren' : '/home';
    case 'order':
      return '/order';
    case 'profile':
      return '/user';
    default: {
      const missing: never = tab;
      throw new RangeError(`unknown tab: ${missing}`);
    }
  }
}

function stepRow(step: Step) {
  return certificationSteps.find((row) => row.step === step)!;
}

function dueStep(status: number) {
  return certificationSteps.findLast((row) => row.required <= status);
}

function higher(a: UserStatus, b: UserStatus): UserStatus {
  return a > b ? a : b;
}
