import type { Settings } from './connection-options.ts'

/** To compile plans to machine code takes longer than to run them: PostgreSQL overestimates what most of them cost. */
export const withoutCompiling: Settings = { jit: 'off' }

/**
 * The settings for the reads of code and for jobs. The cost of a random access is that of a solid-state drive: with the default,
 * lists of average length would be sorted instead of being read in the order of an index.
 */
export const settingsOfOthers: Settings = { ...withoutCompiling, random_page_cost: '1.1' }

/**
 * The settings for compiled reads and for writes: a plan for a large organization may not read the rows of all others for a
 * small one, and one that was made while a table was empty may not read all of it when it has grown.
 */
export const settingsAlongIndexes: Settings = { ...settingsOfOthers, enable_seqscan: 'off' }

/** The setting for connections that keep the plans of reads. Their texts are few, so that each is planned once, for all values. */
export const plannedOnce: Settings = { plan_cache_mode: 'force_generic_plan' }
