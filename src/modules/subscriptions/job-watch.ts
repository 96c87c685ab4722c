import type { Database } from '../../database/client.ts'
import { subscriptionLimits } from './limits.ts'
import type { Subscriber } from './subscriber.ts'
import type { JobState } from './topic.ts'

interface JobRow {
  readonly id: string
  readonly version: string
  readonly hasEnded: boolean
}

/** The columns from which `stateOfJob` tells what has changed. */
const jobsById = `
SELECT id, concat_ws(' ', status, done, total, extract(epoch FROM "updatedAt")) AS version, "completedAt" IS NOT NULL AS "hasEnded"
FROM "Job" WHERE id = ANY($1::text[])`

/** Returns the state of a job; undefined if there is none with the id. */
export async function stateOfJob(
  { query }: Pick<Database, 'query'>,
  jobId: string,
): Promise<JobState | undefined> {
  const [row] = await query<JobRow>(jobsById, [[jobId]])
  return row
}

/**
 * Looks at the jobs that subscribers follow, in one statement a second for all of them, because the progress of a job is no
 * event. Looks at nothing while nobody follows a job.
 */
export class JobWatch {
  readonly #database: Pick<Database, 'query'>
  readonly #onError: (error: unknown) => void
  readonly #followers = new Map<string, Set<Subscriber>>()
  readonly #versions = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined
  #isReading = false

  constructor(database: Pick<Database, 'query'>, onError: (error: unknown) => void) {
    this.#database = database
    this.#onError = onError
  }

  /** Tells a subscriber of its job: at once, and at each change. */
  follow(subscriber: Subscriber): void {
    const { job } = subscriber.topic
    if (!job) return
    subscriber.offer({ isLast: job.state.hasEnded })
    if (job.state.hasEnded) return
    const followers = this.#followers.get(job.id) ?? new Set()
    followers.add(subscriber)
    this.#followers.set(job.id, followers)
    // Others who follow it may not know of this version yet.
    if (!this.#versions.has(job.id)) this.#versions.set(job.id, job.state.version)
    this.#timer ??= setInterval(() => void this.#look(), subscriptionLimits.progressSeconds * 1000).unref()
  }

  leave(subscriber: Subscriber): void {
    const id = subscriber.topic.job?.id
    const followers = id === undefined ? undefined : this.#followers.get(id)
    if (id === undefined || !followers) return
    followers.delete(subscriber)
    if (followers.size === 0) {
      this.#followers.delete(id)
      this.#versions.delete(id)
    }
    if (this.#followers.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      const rows = await this.#database.query<JobRow>(jobsById, [[...this.#followers.keys()]])
      for (const row of rows) this.#tell(row)
    } catch (error) {
      this.#onError(error)
    } finally {
      this.#isReading = false
    }
  }

  #tell({ id, version, hasEnded }: JobRow): void {
    if (this.#versions.get(id) === version) return
    this.#versions.set(id, version)
    for (const subscriber of this.#followers.get(id) ?? []) subscriber.offer({ isLast: hasEnded })
  }
}
