import type { Narrator } from './narrator.ts'

/** Fields of every type are made, and a space says what it has in them. */
export async function customFields({ organization, client, olderClient }: Narrator): Promise<void> {
  const { orgs, spaces } = olderClient
  const { id } = organization
  const { data: space } = await client.orgs.createSpace(id, { title: 'Handbook' })
  await orgs.createOrganizationCustomField(id, {
    name: 'stage',
    type: 'select:multi',
    title: 'Stage',
    description: 'How far it is',
    placeholder: 'Choose',
    options: ['alpha', 'beta'],
  })
  for (const type of ['text', 'number', 'boolean', 'tags'])
    await orgs.createOrganizationCustomField(id, { name: `a-${type}`, type, title: type })
  await orgs.createOrganizationCustomField(id, {
    name: 'one',
    type: 'select:single',
    title: 'One',
    options: ['a'],
  })
  await orgs.listOrganizationCustomFields(id, { limit: 3 })
  await orgs.updateOrganizationCustomField(id, 'stage', { title: 'The stage', options: ['alpha', 'gamma'] })
  await orgs.getOrganizationCustomFieldByName(id, 'stage')
  await spaces.updateSpaceCustomFields(space.id, {
    values: {
      stage: { value: ['gamma'] },
      'a-text': { value: 'Words' },
      'a-number': { value: 7 },
      'a-boolean': { value: false },
      'a-tags': { value: ['x', 'y'] },
    },
  })
  await spaces.getSpaceCustomFields(space.id)
  await orgs.deleteOrganizationCustomField(id, 'one')
}
