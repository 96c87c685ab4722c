import { rateLimited, serviceUnavailable } from '../errors.ts'

/** The number of requests with files that are received at once. */
export const uploadLimits = { perUser: 4, total: 20 } as const

/** Limits the number of requests with files that are received at once, so that no user takes the disk from others. */
export class UploadLimiter {
  readonly #numberByUser = new Map<string, number>()
  #total = 0

  /**
   * Counts a request of the user until the returned function is called. Throws RATE_LIMITED or SERVICE_UNAVAILABLE if
   * there are too many.
   */
  enter(userId: string): () => void {
    const { perUser, total } = uploadLimits
    const number = this.#numberByUser.get(userId) ?? 0
    if (number >= perUser) throw rateLimited('TOO_MANY_UPLOADS', { maximum: perUser })
    if (this.#total >= total) throw serviceUnavailable('UPLOADS_BUSY', { maximum: total })
    this.#change(userId, 1)
    return () => this.#change(userId, -1)
  }

  #change(userId: string, difference: 1 | -1): void {
    const number = (this.#numberByUser.get(userId) ?? 0) + difference
    if (number > 0) this.#numberByUser.set(userId, number)
    else this.#numberByUser.delete(userId)
    this.#total += difference
  }
}
