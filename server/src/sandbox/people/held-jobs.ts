import {
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  RawNode,
  ValueNode,
} from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import { type JobName, type JobPayloads, QUEUE_JOB } from '../../platform/jobs/job-store.ts';
import { jobTable } from '../../schedule/job-table.ts';

interface InterceptedJob {
  readonly name: JobName;
  readonly payload: unknown;
}

/** Jobs intercepted before the queue, to be run at a simulated time. */
export interface InterceptedJobs {
  /** For the database whose jobs are intercepted. */
  readonly plugin: KyselyPlugin;
  /** Runs the intercepted jobs of these names, and those they add in turn; drops the others. */
  run(deps: Deps, names: readonly JobName[]): Promise<void>;
}

/**
 * Removes `queue_job` calls from statements: the queue's own runner would run the jobs at the real
 * time.
 */
class JobCatcher extends OperationNodeTransformer {
  readonly jobs: InterceptedJob[] = [];

  protected override transformRaw(node: RawNode): RawNode {
    if (!node.sqlFragments[0]?.startsWith(QUEUE_JOB)) return super.transformRaw(node);
    const [_userId, name, payload] = node.parameters.map(findParameter);
    this.jobs.push({ name: name as JobName, payload: JSON.parse(String(payload)) });
    return RawNode.createWithSql('null');
  }
}

function findParameter(node: OperationNode): unknown {
  return ValueNode.is(node) ? node.value : undefined;
}

export function interceptJobs(): InterceptedJobs {
  const catcher = new JobCatcher();

  return {
    plugin: {
      transformQuery: ({ node }) => catcher.transformNode(node),
      transformResult: async ({ result }) => result,
    },
    async run(deps, names) {
      for (let job = catcher.jobs.shift(); job; job = catcher.jobs.shift())
        if (names.includes(job.name)) await runJob(deps, job);
    },
  };
}

function runJob(deps: Deps, { name, payload }: InterceptedJob): Promise<void> {
  const handler = jobTable[name] as (deps: Deps, payload: JobPayloads[JobName]) => Promise<void>;
  return handler(deps, payload as JobPayloads[JobName]);
}
