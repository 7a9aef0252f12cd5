import { type KyselyPlugin, type OperationNode, OperationNodeTransformer, RawNode, ValueNode } from 'kysely';
import { jobTable } from '../../operations/job-table.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobName, JobPayloads } from '../../platform/jobs/job-store.ts';

interface HeldJob {
  readonly name: JobName;
  readonly payload: unknown;
}
/** Jobs kept out of the queue, to be done at another time than the clock's. */
export interface HeldJobs {
  /** For a database whose jobs are to be held. */
  readonly plugin: KyselyPlugin;
  /** Does the held jobs of these names, and those they ask for in turn; forgets the others. */
  run(deps: Deps, names: readonly JobName[]): Promise<void>;
}

const ADD_JOB = 'graphile_worker.add_job(';

/** Catches what a statement would put into the queue. The queue's own runner lives by the clock and would take it. */
class JobCatcher extends OperationNodeTransformer {
  readonly held: HeldJob[] = [];

  protected override transformRaw(node: RawNode): RawNode {
    if (!node.sqlFragments[0]?.startsWith(ADD_JOB)) return super.transformRaw(node);
    const [name, payload] = node.parameters.map(parameterOf);
    this.held.push({ name: name as JobName, payload: JSON.parse(String(payload)) });
    return RawNode.createWithSql('null');
  }
}

function parameterOf(node: OperationNode): unknown {
  return ValueNode.is(node) ? node.value : undefined;
}

/** Begins to hold jobs. */
export function holdJobs(): HeldJobs {
  const catcher = new JobCatcher();
  return {
    plugin: {
      transformQuery: ({ node }) => catcher.transformNode(node),
      transformResult: async ({ result }) => result,
    },
    async run(deps, names) {
      for (let job = catcher.held.shift(); job; job = catcher.held.shift())
        if (names.includes(job.name)) await work(deps, job);
    },
  };
}

function work(deps: Deps, { name, payload }: HeldJob): Promise<void> {
  const doIt = jobTable[name] as (deps: Deps, payload: JobPayloads[JobName]) => Promise<void>;
  return doIt(deps, payload as JobPayloads[JobName]);
}
