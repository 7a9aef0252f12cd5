import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { StaffClient } from '../../testing/staff.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { useWork } from '../../testing/work-queues.ts';

const { app, desk, inReview, readQueue } = await useWork();

describe('the queue', () => {
  test('pages follow each other without a gap or a repeat, in each order', async () => {
    const at = new Date(app.deps.now());
    const who = await aSignedInUser(app);

    await sql`insert into feedback_tickets (user_id, ticket_no, type, text_enc, state, submitted_at)
      select ${who.userId}, 'FPAGE' || lpad(n::text, 6, '0'), 'other', 'x', 'received',
        ${at}::timestamptz - (n % 7) * interval '1 minute' from generate_series(1, 120) n`.execute(
      app.deps.db,
    );

    const support = await desk.as('support');
    for (const order of ['due', 'oldest', 'newest']) {
      const subjects = (await readQueue(support, { order, tab: 'complaints' })).map(
        ({ subject }) => subject,
      );
      expect(new Set(subjects).size).toBe(subjects.length);
      expect(subjects.filter((subject) => subject.startsWith('FPAGE'))).toHaveLength(120);
    }

    expect(await support.send('workList', { query: { after: 'nothing' } })).toMatchObject({
      status: 400,
    });
    await sql`delete from feedback_tickets where ticket_no like 'FPAGE%'`.execute(app.deps.db);
  });
});

describe('a claim', () => {
  test('of two at once one wins', async () => {
    const who = await inReview();
    const key = { kind: 'identity', subject: who.userId };
    const both = [await desk.as('reviewer'), await desk.as('reviewer', 'second')];
    const answers = await Promise.all(both.map((staff) => staff.send('claimWork', { body: key })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('ten are taken at once, no more, and fewer where fewer are left', async () => {
    const [one, two] = [await desk.as('reviewer'), await desk.as('reviewer', 'second')];
    for (let index = 0; index < 12; index += 1) await inReview();

    const take = (staff: StaffClient) =>
      staff.data('takeNextWork', { body: { tab: 'identity', count: 10 } });
    const answers = await Promise.all([take(one), take(two)]);

    expect(answers.map(({ taken }) => taken).toSorted((a, b) => b - a)).toEqual([10, 2]);
    expect(await take(one)).toEqual({ item: null, taken: 0 });
    expect(await one.send('takeNextWork', { body: { count: 11 } })).toMatchObject({
      error: { code: 'invalid' },
    });
  });
});
