import type { TransactionEvent, TransactionListener } from '../database/transaction-event.ts'
import { spacesDeleted, spacesLeaving, spacesRestored } from '../modules/collections/space-events.ts'
import { writeRequestedContent } from '../modules/content/computed/requested-content.ts'
import { documentsStored, primaryContentWritten } from '../modules/content/events.ts'
import { removeValues } from '../modules/custom-fields/space-values.ts'
import { cancelJobsOfOrganization } from '../modules/jobs/service.ts'
import { indexStoredDocuments } from '../modules/links/document-links.ts'
import { keepWrittenLinks } from '../modules/links/kept-links.ts'
import { memberRemoved } from '../modules/members/events.ts'
import { organizationDeleted } from '../modules/organizations/events.ts'
import { endSessionsOfMember } from '../modules/saml/sessions.ts'
import { indexWrittenPages } from '../modules/search/index-pages.ts'
import {
  hideDeletedSpaces,
  showRestoredSpaces,
  withdrawSpaces,
} from '../modules/site-spaces/space-changes.ts'
import { contentRequested } from '../modules/spaces/events.ts'

/** Sets the listeners of one event, in the order in which they run. */
type Registration = () => void

const on =
  <Payload>(
    event: TransactionEvent<Payload>,
    ...listeners: readonly TransactionListener<Payload>[]
  ): Registration =>
  () =>
    event.setListeners(listeners)

/** All domain events, each with the listeners that write in its transaction. */
const registrations: readonly Registration[] = [
  on(spacesDeleted, hideDeletedSpaces),
  on(spacesRestored, showRestoredSpaces),
  on(spacesLeaving, withdrawSpaces, removeValues),
  on(contentRequested, writeRequestedContent),
  on(primaryContentWritten, keepWrittenLinks, indexWrittenPages),
  on(documentsStored, indexStoredDocuments),
  on(organizationDeleted, cancelJobsOfOrganization),
  on(memberRemoved, endSessionsOfMember),
]

/** Registers all listeners for this process. Called when the server or a command starts; idempotent. */
export function registerListeners(): void {
  for (const register of registrations) register()
}
