import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { beginTracing } from './tracing.ts';

/**
 * Sends spans by OTLP over HTTP. The address, sampler, batches and resource are those of
 * OpenTelemetry's standard variables.
 * @param of `headers`: those of its two variables, which the environment no longer has; of one name
 * the later counts
 * @returns what sends the last spans, for the end of the process
 */
export function openTraceExport(of: {
  version: string;
  role: string;
  headers: readonly (string | undefined)[];
}): {
  stop(): Promise<void>;
} {
  const own = { 'service.name': 'noren', 'service.version': of.version, 'noren.role': of.role };
  const headers = Object.assign({}, ...of.headers.map((text) => parseKeyPairsIntoRecord(text)));
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ headers }))],
  });

  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  beginTracing();

  return { stop: () => provider.shutdown() };
}
