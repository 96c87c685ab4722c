/** The limits of subscriptions, in each process. */
export const subscriptionLimits = {
  /** The subscriptions of a user at once. */
  ofUser: 20,
  /** The subscriptions of all users at once. */
  inProcess: 2000,
  /** The events that wait for a client which does not read. */
  waitingEvents: 100,
  /** The answers that are read at once for subscribers. */
  readsAtOnce: 6,
  /** The events that are read in one statement. */
  eventsPerRead: 500,
  /** The seconds after which the rights of subscribers are looked up to whom nothing is sent. */
  checkSeconds: 10,
  /** The seconds between two looks at the progress of jobs. */
  progressSeconds: 1,
} as const
