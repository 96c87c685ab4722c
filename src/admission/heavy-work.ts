import { withCommas } from '../base/english.ts'
import type { AppError } from '../base/errors.ts'
import { rateLimited, serviceUnavailable } from './reasons.ts'

/** The limits of one kind of heavy work in a process. */
export interface WorkLimits {
  readonly description: string
  /** The most that run at once; further ones wait. */
  readonly concurrent: number
  /** The most that wait; further ones are refused. */
  readonly queued: number
  /** The same numbers for one owner: a user, the space of a download, or an organization. */
  readonly perOwner: { readonly concurrent: number; readonly queued: number }
  /** The time for which one waits for its turn at most. */
  readonly seconds: number
  /** The size of a list from which on it is such work, for fields of the graph that are lists. By default it always is. */
  readonly above?: number
  readonly tooMany?: (limits: WorkLimits) => AppError
  readonly tooManyOfOwner?: (limits: WorkLimits) => AppError
}

/** Each link has whole organizations, spaces and pages: a thousand of them take tens of megabytes. */
const longListOfLinks = 100

/** A GraphQL query is large if the pages of its lists would have as many objects, were they all full. */
export const largeQueryObjects = 50_000

/** The number of objects that the body of a page counts as in a large query, because reading one takes as long. */
export const objectsOfPageBody = 100

/**
 * The work that takes so much memory or time that only some of it may run at once. How much of it may run and wait is
 * declared nowhere else; fields of the graph declare that they are such work with `heavy`.
 */
export const heavyWork = {
  links: {
    description: `Lists of more than ${longListOfLinks} links or backlinks`,
    concurrent: 1,
    queued: 100,
    perOwner: { concurrent: 1, queued: 50 },
    seconds: 30,
    above: longListOfLinks,
    tooMany: () => serviceUnavailable('LISTS_QUEUE_FULL'),
  },
  comparisons: {
    description: 'Changes of a revision or a change request',
    concurrent: 4,
    queued: 100,
    perOwner: { concurrent: 2, queued: 50 },
    seconds: 30,
  },
  merges: {
    description: 'Merges and updates of change requests, restored revisions, copies of spaces',
    concurrent: 6,
    queued: 200,
    perOwner: { concurrent: 3, queued: 100 },
    seconds: 30,
  },
  imports: {
    description: 'Imports that requests wait for',
    concurrent: 2,
    queued: 50,
    perOwner: { concurrent: 1, queued: 20 },
    seconds: 60,
  },
  queries: {
    description: `GraphQL queries whose lists would have ${withCommas(largeQueryObjects)} objects, were they all full; the body of a page counts as ${objectsOfPageBody}`,
    concurrent: 4,
    queued: 200,
    perOwner: { concurrent: 2, queued: 50 },
    seconds: 30,
  },
  searches: {
    description: 'Searches of an organization, a space or a site',
    concurrent: 4,
    queued: 200,
    perOwner: { concurrent: 2, queued: 100 },
    seconds: 30,
  },
  /** Each has a connection of the database to itself. */
  snapshots: {
    description: 'Queries that take several statements, which read one state of the database',
    concurrent: 8,
    queued: 1000,
    perOwner: { concurrent: 5, queued: 200 },
    seconds: 15,
    tooMany: () => serviceUnavailable('DATABASE_BUSY'),
  },
  exports: {
    description: 'Downloads of exports; of one space instead of a user',
    concurrent: 6,
    queued: 50,
    perOwner: { concurrent: 2, queued: 10 },
    seconds: 30,
  },
  siteVisits: {
    description:
      'Visits of published sites, until it is known which response they get; of one address instead of a user',
    concurrent: 8,
    queued: 2000,
    perOwner: { concurrent: 6, queued: 1000 },
    seconds: 30,
    tooManyOfOwner: () => serviceUnavailable('SERVER_BUSY'),
  },
  sitePages: {
    description:
      'Pages, feeds, sitemaps and searches of published sites that are not kept, and pages of llms-full.txt; of one site instead of a user',
    concurrent: 3,
    queued: 2000,
    perOwner: { concurrent: 2, queued: 500 },
    seconds: 30,
    tooManyOfOwner: () => serviceUnavailable('SERVER_BUSY'),
  },
  pdfs: {
    description: 'PDFs; of one space instead of a user',
    concurrent: 2,
    queued: 20,
    perOwner: { concurrent: 1, queued: 10 },
    seconds: 60,
    tooMany: () => serviceUnavailable('PDF_QUEUE_FULL'),
    tooManyOfOwner: () => serviceUnavailable('PDF_QUEUE_FULL'),
  },
  /**
   * Those that wait are in the database, where all kinds count together. Of each kind so many run at once, unless the operator
   * configures another number. The owner is the organization, whose jobs count in all processes together.
   */
  jobs: {
    description: 'Jobs of one kind, such as imports; of one organization instead of a user',
    concurrent: 2,
    queued: 500,
    perOwner: { concurrent: 1, queued: 50 },
    seconds: 3600,
  },
  /** They wait and are counted like jobs. Most of the time they wait for a git server. */
  gitSyncs: {
    description: 'Syncs with git that users ask for; of one organization instead of a user',
    concurrent: 64,
    queued: 500,
    perOwner: { concurrent: 32, queued: 50 },
    seconds: 3600,
  },
  fetches: {
    description:
      'Requests to other servers: for imports, files by URL, specifications and embeds; of one organization instead of a user',
    concurrent: 24,
    queued: 400,
    perOwner: { concurrent: 8, queued: 100 },
    seconds: 60,
  },
  /** Such a body is not read before its turn, because it takes several times its size in memory. */
  largeBodies: {
    description: 'Requests whose body is larger than MAX_BODY_BYTES, such as specifications',
    concurrent: 2,
    queued: 50,
    perOwner: { concurrent: 1, queued: 20 },
    seconds: 60,
  },
  /** Requests with files, which are refused at once: to wait would keep the body of the request. */
  uploads: {
    description: 'Requests with files',
    concurrent: 20,
    queued: 0,
    perOwner: { concurrent: 4, queued: 0 },
    seconds: 0,
    tooMany: ({ concurrent }) => serviceUnavailable('UPLOADS_BUSY', { maximum: concurrent }),
    tooManyOfOwner: ({ perOwner }) => rateLimited('TOO_MANY_UPLOADS', { maximum: perOwner.concurrent }),
  },
} as const satisfies Record<string, WorkLimits>

export type HeavyWork = keyof typeof heavyWork
