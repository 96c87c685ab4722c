import { allEventTypes } from '../../audit/event-types.ts'

/** The end of a filter that stands for all types that begin like it. */
const anyOfGroup = '.*'

const matchesType = (filter: string, type: string): boolean =>
  filter.endsWith(anyOfGroup) ? type.startsWith(filter.slice(0, -1)) : filter === type

/** Returns whether a text is the type of events, or the beginning of some with `.*` behind it. */
export const isEventFilter = (text: string): boolean =>
  allEventTypes().some((type) => matchesType(text, type))

export interface EventFilters {
  readonly events: readonly string[]
  readonly spaceIds: readonly string[]
  readonly siteIds: readonly string[]
}

/** The members of an event that are compared with filters. */
export interface FilteredEvent {
  readonly type: string
  readonly spaceId: string | null
  readonly siteId: string | null
}

/** Returns whether the filters of a webhook let an event pass. */
export function passesFilters(
  { events, spaceIds, siteIds }: EventFilters,
  { type, spaceId, siteId }: FilteredEvent,
): boolean {
  if (events.length > 0 && !events.some((filter) => matchesType(filter, type))) return false
  if (spaceIds.length + siteIds.length === 0) return true
  return (spaceId !== null && spaceIds.includes(spaceId)) || (siteId !== null && siteIds.includes(siteId))
}
