import type { Narrator } from './narrator.ts'

/** Collections and spaces are made, described, arranged, shared with people and teams, handed over and deleted. */
export async function spacesAndCollections(narrator: Narrator): Promise<void> {
  const { organization, reviewer, client, olderClient } = narrator
  const { orgs, collections, spaces, urls } = client
  const { id } = organization
  const { data: shelf } = await orgs.createCollection(id, { title: 'Shelf' })
  const { data: box } = await orgs.createCollection(id, { title: 'Box', parent: shelf.id })
  const { data: space } = await orgs.createSpace(id, {
    title: 'Handbook',
    parent: shelf.id,
    editMode: 'live',
  })
  const { data: notes } = await orgs.createSpace(id, { title: 'Notes', parent: shelf.id })

  await collections.updateCollectionById(shelf.id, {
    title: 'Library',
    description: 'All of it',
    defaultLevel: 'comment',
  })
  await collections.getCollectionById(shelf.id)
  await orgs.listCollectionsInOrganizationById(id, { nested: false })
  await orgs.listCollectionsInOrganizationById(id, { limit: 1 })
  await collections.listSpacesInCollectionById(shelf.id)
  await orgs.listSpacesInOrganizationById(id)
  await urls.getContentByUrl({ url: shelf.urls.app })
  await collections.moveCollection(box.id, { parent: null })
  await collections.moveCollection(box.id, {
    parent: shelf.id,
    position: { before: { type: 'space', space: notes.id } },
  })
  await spaces.moveSpace(space.id, { position: { after: { type: 'space', space: notes.id } } })
  await spaces.moveSpace(notes.id, { parent: null })
  await spaces.updateSpaceById(space.id, { editMode: 'locked', title: 'The handbook', emoji: '1f4d8' })
  await spaces.updateSpaceById(notes.id, { defaultLevel: null })
  await spaces.getSpaceById(space.id)
  const { data: copy } = await spaces.duplicateSpace(space.id)

  const { data: team } = await orgs.createOrganizationTeam(id, { title: 'Writers', members: [reviewer.id] })
  const shared = { role: 'edit', users: [reviewer.id], teams: [team.id] }
  await collections.inviteToCollection(shelf.id, shared)
  await collections.listUserPermissionsInCollection(shelf.id)
  await collections.listTeamPermissionsInCollection(shelf.id)
  await collections.listPermissionsAggregateInCollection(shelf.id)
  await collections.updateUserPermissionInCollection(shelf.id, reviewer.id, { role: 'review' })
  await collections.updateTeamPermissionInCollection(shelf.id, team.id, { role: 'review' })
  await collections.removeUserFromCollection(shelf.id, reviewer.id)
  await collections.removeTeamFromCollection(shelf.id, team.id)
  await spaces.inviteToSpace(space.id, shared)
  await spaces.listUserPermissionsInSpace(space.id)
  await spaces.listTeamPermissionsInSpace(space.id)
  await spaces.listPermissionsAggregateInSpace(space.id)
  await spaces.updateUserPermissionInSpace(space.id, reviewer.id, { role: 'review' })
  await spaces.updateTeamPermissionInSpace(space.id, team.id, { role: 'review' })
  await orgs.listSpacesForOrganizationMember(id, reviewer.id, { order: 'asc' })
  await spaces.removeUserFromSpace(space.id, reviewer.id)
  await spaces.removeTeamFromSpace(space.id, team.id)

  await spaces.deleteSpaceById(copy.id)
  await spaces.getSpaceById(copy.id)
  await spaces.restoreSpace(copy.id)
  const { data: other } = await olderClient.orgs.createOrganization({ title: 'Another house' })
  await spaces.transferSpace(copy.id, { organization: other.id })
  await collections.transferCollection(box.id, { organization: other.id })
  await collections.deleteCollectionById(box.id)
}
