/** A message to a worker thread: a part of the job, or the rest of it, which starts it. */
export type JobMessage<Input, Part> =
  | { readonly kind: 'part'; readonly part: Part }
  | { readonly kind: 'start'; readonly input: Input }

/** The message of a worker thread that ends its job. */
export type ResultMessage<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly error: Error }
