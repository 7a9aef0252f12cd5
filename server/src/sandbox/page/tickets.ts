import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { answerTicket, readTicketPicture } from '../../features/support/answer-ticket.ts';
import type { Ticket } from '../../features/support/store.ts';
import type { Deps } from '../../platform/deps.ts';
import { answerControl, ControlError, check } from './answer.ts';
import { clockTime, type Html, html } from './html.ts';

const ticketNo = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^F[A-Z0-9]{8,16}$/, 'is not a ticket number');

/** Body of the control `ticket`: an operator's answer; `close` ends the ticket. */
export const ticketBody = z.strictObject({
  ticketNo,
  answer: z.string().trim().min(5, 'say it in five letters or more').max(1_000),
  close: z.enum(['no', 'yes']),
  operator: z.string().trim().min(2).max(60).default('Sandbox operator'),
});

/** Answers as an operator would. @throws ControlError for an unknown or closed ticket */
export async function answerAsOperator(deps: Deps, body: z.infer<typeof ticketBody>): Promise<{ state: string }> {
  const { close, ...given } = body;
  const isLast = close === 'yes';
  const done = await answerTicket(deps, { ...given, isLast });
  if (done === 'unknown') throw new ControlError(404, 'There is no such ticket.');
  if (done === 'closed') throw new ControlError(409, 'This ticket is closed.');
  return { state: isLast ? 'closed' : 'answered' };
}

/** Open feedback, with a form for the operator's answer. */
export function showTickets(tickets: readonly Ticket[]): Html {
  if (tickets.length === 0) return html`<p class="none">No feedback waits.</p>`;
  return html`<ul class="rows">${tickets.map(showTicket)}</ul>`;
}

function showTicket({ ticketNo: number, repayId, type, text, fileIds, sentAt, state, answer }: Ticket): Html {
  const pictures = fileIds.map(
    (_, at) => html`<a href="/sandbox/api/ticket-picture/${number}/${at}">Picture ${at + 1}</a> `,
  );
  return html`<li>
    <p><b>${number}</b> ${type}, ${state}, ${clockTime(sentAt)}${repayId === null ? '' : `, about order ${repayId}`}<br>${text}
      ${answer === null ? '' : html`<br><small>Answered: ${answer}</small>`} ${pictures}</p>
    <form data-control="ticket" class="part"><input type="hidden" name="ticketNo" value="${number}">
      <label>Answer <input name="answer" size="28" autocomplete="off" required></label>
      <button class="main" name="close" value="no">Answer</button>
      <button name="close" value="yes">Answer and close</button></form>
  </li>`;
}

/** A ticket's pictures, as JPEG. */
export function registerTicketPictures(server: FastifyInstance, deps: Deps): void {
  server.get('/sandbox/api/ticket-picture/:ticketNo/:at', (request, reply) =>
    answerControl(reply, async () => {
      const params = check(z.object({ ticketNo, at: z.coerce.number().int().min(0).max(4) }), request.params);
      const picture = await readTicketPicture(deps, params.ticketNo, params.at);
      if (!picture) throw new ControlError(404, 'There is no such picture.');
      reply.header('cache-control', 'no-store').type('image/jpeg');
      return picture;
    }),
  );
}
