/** An error at start whose message is one sentence for the operator, printed without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}
