/** The number up to which the events of an organization are counted for a list of them. */
export const countedEvents = 10_000
