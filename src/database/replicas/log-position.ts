/** A position in the log of a database, in bytes since its beginning. Every replica passes the same positions in the same order. */
export type LogPosition = bigint

const form = /^([0-9a-f]{1,8})\/([0-9a-f]{1,8})$/i

/** Reads a position as PostgreSQL writes it, such as `0/3A5F1C8`; undefined for any other text. */
export function parsePosition(text: string): LogPosition | undefined {
  const [, high, low] = form.exec(text) ?? []
  return high === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export const textOfPosition = (position: LogPosition): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase()

export const latest = (one: LogPosition, other: LogPosition): LogPosition => (one > other ? one : other)

/**
 * SQL for a position before which is all that is committed: up to there the log is on the disk of the primary, and sent to
 * replicas. A server that acknowledges before it writes the log has it in memory at first.
 */
export const committedPosition = `CASE WHEN current_setting('synchronous_commit') = 'off'
  THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END`
