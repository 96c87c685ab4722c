import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../src/server/graph.ts'

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).map(({ name, type }) => ({
  name,
  fields: Object.values((getNamedType(type) as GraphQLObjectType).getFields()),
}))

type Field = GraphQLField<unknown, unknown>

/** Returns whether the objects of a field have an id by which a cache keeps them, and `node` finds them. */
function hasNodes({ type }: Field): boolean {
  const named = getNamedType(type)
  return (
    (isObjectType(named) || isInterfaceType(named)) &&
    named.getInterfaces().some(({ name }) => name === 'Node')
  )
}

/** Mutations whose names say that something is gone, but which leave nothing that a cache has to drop. */
const nothingGone: Readonly<Record<string, string>> = {
  deleteSiteSpaceCustomization: 'The settings of a site-space have no id: they are those of the site again.',
  removeCustomHostname: 'A host name has no id, and is a member of its site.',
  removeRequestedReviewer:
    'A requested reviewer has no id, and is a member of the list of the change request.',
  removeSiteSectionFromGroup: 'The section is at the root of its site then.',
  removeTeamMember:
    'The membership of a team has no id, and is an item of the lists of the team and the member.',
  removeTeamPermission: 'The permission of a team has no id, and is an item of the list of its target.',
  removeUserPermission: 'The permission of a user has no id, and is an item of the list of its target.',
}

/** Ids of what is gone that are not those of an object in a cache. */
const idsOfOthers: Readonly<Record<string, string>> = {
  'removeMember.removedUserId': 'The user is not gone. Their membership is removedMemberId.',
  'revokeMemberToken.revokedTokenId': 'Admins see the tokens of members without an id of the graph.',
}

const isGone = ({ name }: Field): boolean => /^(deleted|removed|revoked)[A-Z]\w*Id$/.test(name)

/** Payloads without an object that owns what has changed. */
const ownedByNothing: Readonly<Record<string, string>> = {
  deleteOrganization: 'Nothing owns an organization.',
}

describe('every payload', () => {
  test('has the queries', () => {
    expect(mutations.length).toBeGreaterThan(100)
    const without = mutations.filter(
      ({ fields }) => !fields.some(({ name, type }) => name === 'query' && String(type) === 'Query!'),
    )
    expect(without.map(({ name }) => name)).toEqual([])
  })

  test('has an object with an id: the changed one, or its owner', () => {
    const without = mutations.filter(({ fields }) => !fields.some(hasNodes))
    expect(without.map(({ name }) => name)).toEqual(Object.keys(ownedByNothing))
  })
})

describe('the payload of what deletes, removes or revokes', () => {
  const removals = mutations.filter(({ name }) => /^(delete|remove|revoke)/.test(name))

  test('has the id that a cache has of what is gone', () => {
    expect(removals.length).toBeGreaterThan(20)
    const without = removals.filter(({ fields }) => !fields.some(isGone))
    expect(without.map(({ name }) => name).sort()).toEqual(Object.keys(nothingGone).sort())
    const others = removals.flatMap(({ name, fields }) =>
      fields
        .filter(isGone)
        .filter((field) => {
          const type = schema.getType(/^[a-z]+(\w+)Id$/.exec(field.name)?.[1] ?? '')
          return !isObjectType(type) || !type.getInterfaces().some((each) => each.name === 'Node')
        })
        .map((field) => `${name}.${field.name}`),
    )
    const users = removals.flatMap(({ name, fields }) =>
      fields.filter((field) => field.name === 'removedUserId').map((field) => `${name}.${field.name}`),
    )
    expect([...others, ...users].sort()).toEqual(Object.keys(idsOfOthers).sort())
  })

  test('has an owner that may be null, because the caller may no longer see it', () => {
    const gone = removals.filter(({ fields }) => fields.some(isGone))
    const without = gone.filter(
      ({ fields }) => !fields.some((field) => hasNodes(field) && !String(field.type).endsWith('!')),
    )
    expect(without.map(({ name }) => name)).toEqual(Object.keys(ownedByNothing))
  })
})

describe('the payload of a move', () => {
  test.each(['moveSpace', 'moveCollection', 'transferSpace', 'transferCollection'])(
    'has the parents before and after it: %s',
    (name) => {
      const { fields } = mutations.find((mutation) => mutation.name === name) ?? { fields: [] }
      const names = fields.map((field) => field.name)
      const moved = name.startsWith('move') ? ['parent'] : ['previousOrganization']
      expect(names).toEqual(expect.arrayContaining(['organization', 'previousParent', ...moved]))
    },
  )
})
