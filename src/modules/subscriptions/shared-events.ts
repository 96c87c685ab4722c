import { mayOnOrganization } from '../../access/authorize.ts'
import { isUser, type Viewer } from '../../access/viewer.ts'
import type { PlacedEvent } from '../events/feed.ts'
import type { ReadObject } from './topic.ts'

/** The types of events on content that whoever may read the content is told of. The others are for admins. */
const ofContent = /^(content|change_request|comment|space|collection|translation)\./
const ofSites = /^site\./
const ofSpecifications = /^specification\./
const ofJobs = /^(import|export|pdf|job)\./

export const administers = (viewer: Viewer, organizationId: string): boolean =>
  mayOnOrganization(viewer, 'organization:administer', organizationId)

/** Returns whether a viewer is told of everything: admins are, and whoever has a token of theirs with the scope `events`. */
const readsAll = (viewer: Viewer, organizationId: string): boolean =>
  mayOnOrganization(viewer, 'organization:read-events', organizationId)

/** Returns the object that a viewer must be able to read to be told of an event; null for an event that is not for them. */
export function objectOfEvent(event: PlacedEvent, viewer: Viewer): ReadObject | null {
  const { type, organizationId, spaceId, siteId, actorUserId, targetType, targetId } = event
  const organization = { type: 'Organization', id: organizationId } as const
  if (readsAll(viewer, organizationId)) return organization
  if (ofJobs.test(type) && !isUser(viewer, actorUserId)) return null
  if (spaceId !== null && (ofContent.test(type) || ofJobs.test(type))) return { type: 'Space', id: spaceId }
  if (targetType === 'Collection' && ofContent.test(type)) return { type: 'Collection', id: targetId }
  if (siteId !== null && ofSites.test(type)) return { type: 'Site', id: siteId }
  const mayListSpecifications = mayOnOrganization(viewer, 'organization:view-openapi-specs', organizationId)
  return ofSpecifications.test(type) && mayListSpecifications ? organization : null
}

/** Returns an event as a viewer may see it: what has changed is for those who read it in the list of events too. */
export const shownEvent = (event: PlacedEvent, viewer: Viewer): PlacedEvent =>
  readsAll(viewer, event.organizationId) ? event : { ...event, changes: [], omittedChanges: 0 }
