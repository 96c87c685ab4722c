/** The number up to which the events of an organization are counted for a list of them. */
export const countedEvents = 10_000

/** The types and other values by which events are found. */
export const eventLimits = { types: { maxItems: 100 } } as const
