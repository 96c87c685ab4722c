import type { Viewer } from '../../access/viewer.ts'
import type { PlacedEvent } from '../events/feed.ts'

/** An object that a subscriber must be able to read. */
export interface ReadObject {
  readonly type: 'Organization' | 'Space' | 'Site' | 'Collection'
  readonly id: string
}

export interface Topic {
  readonly organizationId: string
  /** The object without which the subscription ends. */
  readonly object: ReadObject
  /** Returns whether the viewer may follow it, besides reading the object. */
  readonly mayFollow?: (viewer: Viewer) => boolean
  /** Returns whether an event belongs to it. */
  readonly matches: (event: PlacedEvent) => boolean
  /** Returns the object that a viewer must be able to read to be told of an event; null for an event that is not for them. */
  readonly objectOf?: (event: PlacedEvent, viewer: Viewer) => ReadObject | null
  /** Returns the value of the field for an event, as the viewer may see it. */
  readonly payloadOf: (event: PlacedEvent | undefined, viewer: Viewer) => unknown
  /** The job whose progress it is, which has no events. */
  readonly job?: FollowedJob
}

/** The job of a subscription, as it was when somebody subscribed. */
export interface FollowedJob {
  readonly id: string
  readonly state: JobState
}

/** The part of a job that changes while it runs. */
export interface JobState {
  /** Differs whenever something has changed. */
  readonly version: string
  readonly hasEnded: boolean
}

/** Something that is to be sent to a subscriber. */
export interface Happening {
  /** Absent for the progress of a job. */
  readonly event?: PlacedEvent
  /** Whether nothing follows it. */
  readonly isLast?: boolean
}
