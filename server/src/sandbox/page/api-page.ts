import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Html, html, showHead } from './html.ts';

const DOCUMENT = new URL('../../../../docs/openapi.json', import.meta.url);

/** What this page reads of the OpenAPI document. */
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly 'x-who': string;
  readonly 'x-permission'?: string;
  readonly parameters: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: unknown;
}

/** A part that is described once and named where it is used. */
interface Reference {
  readonly $ref?: string;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

/**
 * The calls of the app and of the console, for people: /sandbox/api lists them, /sandbox/api/NAME
 * shows one.
 */
export function registerApiPage(server: FastifyInstance): void {
  server.get('/sandbox/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await readFile(DOCUMENT)),
  );

  server.get('/sandbox/api', async (_request, reply) => {
    const calls = listCalls(await readDocument());
    return reply.type('text/html; charset=utf-8').send(frame('Calls', showList(calls)).html);
  });

  server.get('/sandbox/api/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const document = await readDocument();
    const call = listCalls(document).find(({ operationId }) => operationId === name);
    if (!call) return reply.callNotFound();

    const page = frame(name, showCall(fillIn(call, document)));
    return reply.type('text/html; charset=utf-8').send(page.html);
  });
}

async function readDocument(): Promise<ApiDocument> {
  return JSON.parse(await readFile(DOCUMENT, 'utf8')) as ApiDocument;
}

function listCalls(document: ApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { ...operation, method: method.toUpperCase(), path };
    }),
  );
}

/** Puts the named parts of the document where they are used, so that a call's page is whole. */
function fillIn<T>(value: T, document: ApiDocument): T {
  const text = JSON.stringify(value, (_key, part: Reference | null) => {
    const [, kind = '', name = ''] =
      /^#\/components\/(\w+)\/([\w-]+)$/.exec(part?.$ref ?? '') ?? [];
    return document.components[kind]?.[name] ?? part;
  });
  return JSON.parse(text) as T;
}

function showList(calls: readonly Call[]): Html {
  const tags = [...new Set(calls.map(({ tags: [tag = ''] }) => tag))];

  return html`<p>Every call of the app (<code>/api</code>) and of the console (<code>/staff</code>),
made from its declaration in <code>contract/src</code>.
<a href="/sandbox/openapi.json">OpenAPI 3.1 as JSON</a></p>
${tags.map(
  (tag) => html`<h2>${tag}</h2>
<dl>${calls.filter(({ tags: [first] }) => first === tag).map(showEntry)}</dl>`,
)}`;
}

function showEntry({ operationId, method, path, description }: Call): Html {
  return html`<dt><a href="/sandbox/api/${operationId}"><code>${method} ${path}</code></a></dt>
<dd>${description}</dd>`;
}

function showCall(call: Call): Html {
  const { method, path, description, requestBody, parameters, responses } = call;
  const permission = call['x-permission'];

  return html`<p><code>${method} ${path}</code></p>
<p>${description}</p>
<p>Who may call it: ${call['x-who']}${
    permission === undefined ? '' : html`, with the permission <code>${permission}</code>`
  }.</p>
${showJson('Parameters', parameters)}
${requestBody === undefined ? '' : showJson('Body', requestBody)}
${showJson('Answers', responses)}
<p><a href="/sandbox/api">All calls</a></p>`;
}

function showJson(title: string, value: unknown): Html {
  return html`<h2>${title}</h2><pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;
}

function frame(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
${showHead(`${title} · Noren sandbox`)}
<body>
<header><h1>${title}</h1><p><a href="/sandbox">Noren sandbox</a></p></header>
<main>${content}</main>
</body>
</html>`;
}
