const select = /^\s*SELECT\b/i
/** Adds a job by a function of the queue, which writes. */
const addJob = /^\s*SELECT \(graphile_worker\.add_job\(/
const commonTable = /^\s*WITH\b/i
const write = /\b(INSERT INTO|UPDATE|DELETE FROM)\s/i

/**
 * Returns whether a statement only reads, and so waits for no lock of a writer and may share a transaction with others, of
 * which one may fail.
 */
export const isRead = (sql: string): boolean =>
  (select.test(sql) && !addJob.test(sql)) || (commonTable.test(sql) && !write.test(sql))
