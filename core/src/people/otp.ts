/** A limit: at most this many in any window of this many milliseconds. */
type WindowLimit = { name: string; most: number; windowMs: number };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * What is counted apart: a device that this phone's owner has signed in on by code (`own`), all
 * such devices of the phone together (`owner`), all other devices together (`phone`), each device
 * over all phones, the network address, and the networks around an IPv6 address. A try counts for
 * `own` and `owner` or for `phone`, never for both. Source: decision 011.
 */
export const otpSubjects = [
  'own',
  'owner',
  'phone',
  'device',
  'address',
  'address56',
  'address48',
] as const;

export type OtpSubject = (typeof otpSubjects)[number];

/** The rules of one-time codes. Source: `docs/people.md`, "Codes by SMS". Times in milliseconds. */
export const otpRules = {
  digits: 4,
  validMs: 5 * minuteMs,
  resendAfterMs: minuteMs,
  /**
   * How often a code may be sent. @ASSUMED a device sends as often as a phone; a phone gets 30 a
   * day in all.
   */
  sends: {
    own: [sendsPerHour(5)],
    owner: [sendsPerHour(10), { name: 'sends-per-day', most: 20, windowMs: dayMs }],
    phone: [sendsPerHour(5), { name: 'sends-per-day', most: 10, windowMs: dayMs }],
    device: [sendsPerHour(5)],
    address: [sendsPerHour(20)],
    address56: [sendsPerHour(40)],
    address48: [sendsPerHour(100)],
  },
  /** How often a wrong code may be entered, across resends: a new code never resets the count. */
  wrongEntries: {
    own: wrongEntryLimits(5, 10),
    // Otherwise every device that was ever signed in would add tries of its own.
    owner: wrongEntryLimits(10, 20),
    phone: wrongEntryLimits(5, 10),
    device: wrongEntryLimits(5, 10),
    // Thousands share a carrier's address; a stranger is held by what may be sent to it: 20 codes,
    // five tries each.
    address: wrongEntryLimits(100, 500),
    address56: wrongEntryLimits(200, 1_000),
    address48: wrongEntryLimits(500, 2_500),
  },
} as const satisfies {
  digits: number;
  validMs: number;
  resendAfterMs: number;
  sends: Record<OtpSubject, readonly WindowLimit[]>;
  wrongEntries: Record<OtpSubject, readonly WindowLimit[]>;
};

function sendsPerHour(most: number): WindowLimit {
  return { name: 'sends-per-hour', most, windowMs: hourMs };
}

/** How long a device may be unused and still count as one of the phone's own. @ASSUMED */
export const OWN_DEVICE_MS = 90 * dayMs;

/**
 * Over all phones that are not on a device of their own: beyond it no code is sent or compared for
 * them until the window has room, and people are alarmed. A guess is right once in ten thousand.
 * @ASSUMED
 */
export const otpBreaker = {
  sends: { most: 3_000, windowMs: hourMs },
  wrongEntries: { most: 1_000, windowMs: hourMs },
} as const;

function wrongEntryLimits(maxPerHour: number, maxPerDay: number): readonly WindowLimit[] {
  return [
    { name: 'wrong-per-hour', most: maxPerHour, windowMs: hourMs },
    { name: 'wrong-per-day', most: maxPerDay, windowMs: dayMs },
  ];
}

/** May go ahead, or must wait until an instant (UTC ms) because of the named rule. */
export type OtpDecision = { allowed: true } | { allowed: false; waitUntilMs: number; rule: string };

/**
 * The instants (UTC ms) at which something was counted for one subject; order and age do not
 * matter.
 */
export type OtpCounts = Partial<Record<OtpSubject, readonly number[]>>;

/**
 * Whether one more may be counted now. A window is rolling and open at its old end: what happened
 * exactly one window ago no longer counts. The wait is the longest of all rules that are full.
 */
function decideWindows(
  limits: Readonly<Record<OtpSubject, readonly WindowLimit[]>>,
  counted: OtpCounts,
  nowMs: number,
): OtpDecision {
  let decision: OtpDecision = { allowed: true };
  for (const subject of otpSubjects) {
    for (const limit of limits[subject]) {
      const waitUntilMs = freeAt(limit, counted[subject] ?? [], nowMs);
      if (waitUntilMs > nowMs && (decision.allowed || waitUntilMs > decision.waitUntilMs)) {
        decision = { allowed: false, waitUntilMs, rule: `${subject}-${limit.name}` };
      }
    }
  }

  return decision;
}

/**
 * Whether a code may be sent now, from the instants of earlier sends and of wrong entries: not
 * within 60 s of the last to this phone (or from this own device), nor over a limit, nor while
 * wrong entries already bar any entry.
 */
export function decideSend(
  past: { sends: OtpCounts; wrongEntries: OtpCounts },
  nowMs: number,
): OtpDecision {
  const barred = decideEntry(past.wrongEntries, nowMs);
  if (!barred.allowed) return barred;

  const last = Math.max(
    Number.NEGATIVE_INFINITY,
    ...(past.sends.phone ?? []),
    ...(past.sends.own ?? []),
  );

  const resend: OtpDecision =
    last + otpRules.resendAfterMs > nowMs
      ? { allowed: false, waitUntilMs: last + otpRules.resendAfterMs, rule: 'phone-resend' }
      : { allowed: true };
  const windows = decideWindows(otpRules.sends, past.sends, nowMs);
  if (resend.allowed || windows.allowed) return resend.allowed ? windows : resend;

  return windows.waitUntilMs > resend.waitUntilMs ? windows : resend;
}

/**
 * Whether a code may be tried now, from the instants of wrong entries. Count the try before
 * comparing.
 */
export function decideEntry(wrongEntries: OtpCounts, nowMs: number): OtpDecision {
  return decideWindows(otpRules.wrongEntries, wrongEntries, nowMs);
}

/** When a full window has room again; `nowMs` or earlier when it has room now. */
function freeAt(limit: WindowLimit, instants: readonly number[], nowMs: number): number {
  const inside = instants.filter((at) => at > nowMs - limit.windowMs).sort((a, b) => a - b);
  return inside.length < limit.most ? nowMs : inside[inside.length - limit.most]! + limit.windowMs;
}
