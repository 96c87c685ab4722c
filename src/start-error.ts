/** Why the process cannot start, in one sentence for the person who starts it. */
export class StartError extends Error {
  override name = 'StartError'
}
