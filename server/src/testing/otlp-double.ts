import { serveDouble } from './http-double.ts';

/** A span as OTLP's JSON has it, without times. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code: number };
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

/** Takes spans as a collector does: OTLP over HTTP, in JSON, at /v1/traces. */
export async function startOtlpDouble(): Promise<{
  url: string;
  spans(): readonly ReceivedSpan[];
  /** The `authorization` of the last request. */
  authorization(): string | undefined;
  close(): Promise<void>;
}> {
  const spans: ReceivedSpan[] = [];
  let authorization: string | undefined;
  const served = await serveDouble(({ method, url: { pathname }, headers, body }) => {
    if (method !== 'POST' || pathname !== '/v1/traces') return { status: 404 };

    authorization = headers.authorization;

    const { resourceSpans } = JSON.parse(`${body}`) as TraceRequest;
    spans.push(
      ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
    return { status: 200, body: {} };
  });

  return { ...served, spans: () => spans, authorization: () => authorization };
}
