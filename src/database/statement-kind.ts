const select = /^\s*SELECT\b/i
const commonTable = /^\s*WITH\b/i
const write = /\b(INSERT INTO|UPDATE|DELETE FROM)\s/i

/** Returns whether a statement only reads, and so waits for no lock of a writer. */
export const isRead = (sql: string): boolean =>
  select.test(sql) || (commonTable.test(sql) && !write.test(sql))
