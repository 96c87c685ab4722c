/** Returns whether a statement begins, keeps or ends a snapshot, or changes a setting of it, and reads nothing. */
export const isControl = (text: string): boolean =>
  /^(BEGIN|SAVEPOINT|ROLLBACK|COMMIT|SET LOCAL)\b/.test(text)
