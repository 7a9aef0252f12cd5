import {
  type Attributes,
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

/** Spans name code, never people: no values, no messages of errors. */
const tracer = trace.getTracer('noren');

/** Until an exporter is open, a span would cost something and go nowhere. */
let isExporting = false;

/** To be called once spans have a place to go (`trace-export.ts`). */
export function beginTracing(): void {
  isExporting = true;
}

const KINDS = { call: SpanKind.SERVER, request: SpanKind.CLIENT, job: SpanKind.CONSUMER };

export interface SpanStart {
  readonly name: string;
  readonly kind: keyof typeof KINDS;
  readonly attributes: Attributes;
}

/** A span of the active trace, or the first of a new one. One that is never ended is not sent. */
function startSpan({ name, kind, attributes }: SpanStart) {
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes });
  const active = trace.setSpan(context.active(), span);

  return {
    within: <T>(work: () => T): T => context.with(active, work),
    end: () => span.end(),
    fail(error: unknown): void {
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Does work as a span; what answers at once, without a promise, makes none. */
export function withSpan<T>(of: SpanStart, work: () => T): T {
  if (!isExporting) return work();

  const span = startSpan(of);
  const answer = span.within(work);
  if (!(answer instanceof Promise)) return answer;

  answer.then(span.end, span.fail);

  return answer;
}

/** `withSpan` where a trace is active; the work alone where none is. */
export function withInnerSpan<T>(of: () => SpanStart, work: () => T): T {
  return isExporting && trace.getActiveSpan()?.isRecording() ? withSpan(of(), work) : work();
}

/** Makes each declared call a span. To be registered before the routes. */
export function traceCalls(server: FastifyInstance, name: 'app' | 'console'): void {
  server.addHook('onRoute', (route) => {
    const call = route.config?.call;
    if (call === undefined) return;

    const { handler } = route;
    const attributes = { 'noren.server': name, 'noren.call': call };

    route.handler = function (request, reply) {
      if (!isExporting) return handler.call(this, request, reply);
      return withSpan({ name: `call ${call}`, kind: 'call', attributes }, async () => {
        const answer: unknown = await handler.call(this, request, reply);
        trace.getActiveSpan()?.setAttribute('noren.code', reply.answerCode || reply.statusCode);
        return answer;
      });
    };
  });
}

/** The active trace as a W3C `traceparent`, for work that is done later; undefined without one. */
export function activeTraceParent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  if (isExporting && trace.getActiveSpan()?.isRecording())
    propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Does work as a part of the trace that ordered it. */
export function withinTrace<T>(traceparent: string | undefined, work: () => T): T {
  if (traceparent === undefined) return work();
  return context.with(propagation.extract(context.active(), { traceparent }), work);
}
