export interface Finding {
  readonly status: 'ok' | 'warning' | 'problem'
  /** The name of the check, such as `mail`. */
  readonly check: string
  /** One sentence. */
  readonly message: string
  /** One sentence that says what to do. Absent if there is nothing to do. */
  readonly remedy?: string
}

export const findingsOf = (check: string) => ({
  ok: (message: string): Finding => ({ status: 'ok', check, message }),
  warning: (message: string, remedy: string): Finding => ({ status: 'warning', check, message, remedy }),
  problem: (message: string, remedy: string): Finding => ({ status: 'problem', check, message, remedy }),
})

/** Returns the message of the first cause of an error, which says more where a client has failed, without a period. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return (error.cause instanceof Error && reasonOf(error.cause)) || error.message.replace(/\.$/, '')
}
