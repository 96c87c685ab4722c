import { readFileSync } from 'node:fs'
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { describePermission } from '../../src/access/required-permission.ts'
import type { Limits } from '../../src/base/validation.ts'
import { permissionOfField } from '../../src/graph/declare/permission.ts'
import { describeLimits } from '../../src/graphql/limit-descriptions.ts'
import type { Selection } from '../../src/rest/selection.ts'
import { enumSpelling, objectName } from '../../src/rest/spelling.ts'
import { compiledRoutes } from '../../src/server/compiled-routes.ts'
import { schema } from '../../src/server/graph.ts'

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)

interface Described {
  readonly place: string
  readonly description: string | null | undefined
}

/** Returns the type and all that it declares. */
function declarationsOf(type: GraphQLNamedType): Described[] {
  const own = { place: type.name, description: type.description }
  const below = (name: string, description: string | null | undefined) => ({
    place: `${type.name}.${name}`,
    description,
  })
  if (isEnumType(type)) return [own, ...type.getValues().map((value) => below(value.name, value.description))]
  if (isInputObjectType(type))
    return [own, ...Object.values(type.getFields()).map((field) => below(field.name, field.description))]
  if (isObjectType(type) || isInterfaceType(type))
    return [
      own,
      ...Object.values(type.getFields()).flatMap((field) => [
        below(field.name, field.description),
        ...field.args.map((argument) => below(`${field.name}(${argument.name})`, argument.description)),
      ]),
    ]
  return [own]
}

interface Typed extends Described {
  readonly type: GraphQLType
}

/** Returns the fields, arguments and input fields of a type. */
function typedDeclarationsOf(type: GraphQLNamedType): Typed[] {
  const below = (name: string, { type: of, description }: Pick<Typed, 'type' | 'description'>) => ({
    place: `${type.name}.${name}`,
    type: of,
    description,
  })
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => below(field.name, field))
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).flatMap((field) => [
    below(field.name, field),
    ...field.args.map((argument) => below(`${field.name}(${argument.name})`, argument)),
  ])
}

/** A recursive union of some forty kinds of blocks, which no selection of GraphQL can read to its depth. */
const documentTree = { described: /as a tree of nodes, which the guide describes in “Markdown and blocks”/ }
/** Stored values. The types of covers, layouts and targets fill in defaults, which would hide what changed. */
const fieldValue = { described: /the fields that were set, in the form in which REST takes/ }
/** The site itself declares the members. */
const claims = { described: /an object whose members the adaptive schema of the site declares/ }
/** The space or the page itself names them. */
const variables = { described: /[Aa]n object with a value for each name/ }
/** The document of another standard. */
const jsonSchema = { described: /JSON Schema \(draft-07\)/ }

/** Texts in other languages, whose codes are the members. */
const localized = { described: /in other languages.*(by their codes|codes of languages)/ }

/** Every use of JSON that was reviewed. A closed shape has a type of its own instead. */
const openShapes: Readonly<Record<string, { readonly described: RegExp }>> = {
  'WebhookDelivery.payload': { described: /`type`, `timestamp` and `data`/ },
  'AuditEventChange.after': { described: /values after it, without secrets/ },
  'AuditEventChange.before': { described: /values before it, without secrets/ },
  'ChangeRequest.descriptionDocument': documentTree,
  'ChangeRequestDescriptionInput.document': documentTree,
  'CommentBody.document': documentTree,
  'CommentBodyInput.document': documentTree,
  'ConflictFields.fields': fieldValue,
  'ContentBody.document': documentTree,
  'DocumentInput.document': documentTree,
  'DocumentPage.document': documentTree,
  'DocumentPage.variables': variables,
  'InsertPageInput.variables': variables,
  'EventChange.after': { described: /values after it, without secrets/ },
  'EventChange.before': { described: /values before it, without secrets/ },
  'JobError.extensions': {
    described: /the code, the reason with the values of its message, and the `fields`/,
  },
  'NamedMessage.values': { described: /The values of the message, by the names that Problems lists/ },
  'ObjectChange.after': fieldValue,
  'ObjectChange.before': fieldValue,
  // The files of a specification, as their authors wrote them.
  'OpenAPISpecContent.filesystem': { described: /OpenAPI and JSON Schema documents/ },
  'OpenAPISpecFile.specification': { described: /OpenAPI or JSON Schema document/ },
  'PageBody.document': documentTree,
  'Query.computedDocument': documentTree,
  'Query.document': documentTree,
  'ReusableContent.nodes': documentTree,
  'Revision.variables': variables,
  'SemanticChange.variables': { described: /an object with the values `before` and `after` for each name/ },
  'SetVariablesInput.variables': variables,
  'Site.testCondition(claims)': claims,
  'SiteEventAggregate.values': { described: /value in each group, as a list/ },
  'SiteEventFilterInput.values': {
    described: /list of 1 to 100 values in the form in which the column has them/,
  },
  'SiteVisitorSegment.claims': { described: /claims that the visitors have/ },
  'SiteAdaptiveSchema.jsonSchema': jsonSchema,
  'UpdatePageInput.variables': variables,
  'UpdateSiteAdaptiveSchemaInput.jsonSchema': jsonSchema,
  'VisitorInput.unsignedClaims': claims,
  ...Object.fromEntries(
    [
      'CreateSiteExternalLinkInput.localizedDescription',
      'CreateSiteExternalLinkInput.localizedTitle',
      'CreateSiteSectionGroupInput.localizedTitle',
      'PublishedExternalLink.localizedDescription',
      'PublishedExternalLink.localizedTitle',
      'PublishedSection.localizedDescription',
      'PublishedSection.localizedTitle',
      'PublishedSectionGroup.localizedTitle',
      'PublishedSiteSpace.localizedTitle',
      'SiteExternalLink.localizedDescription',
      'SiteExternalLink.localizedTitle',
      'SiteSection.localizedDescription',
      'SiteSection.localizedTitle',
      'SiteSectionGroup.localizedTitle',
      'SiteSpace.localizedTitle',
      'UpdateSiteExternalLinkInput.localizedDescription',
      'UpdateSiteExternalLinkInput.localizedTitle',
      'UpdateSiteSectionGroupInput.localizedTitle',
      'UpdateSiteSectionInput.localizedDescription',
      'UpdateSiteSectionInput.localizedTitle',
      'UpdateSiteSpaceInput.localizedTitle',
    ].map((place) => [place, localized]),
  ),
}

/** Types whose Booleans are named otherwise. */
const otherBooleans: readonly RegExp[] = [
  // Their fields are what the viewer may do.
  /^\w+Permissions\./,
  // The word of the later contract for the same in REST.
  /^CreateSpaceInput\.empty$/,
  // The values of any field.
  /^BooleanChange\./,
  // The directives of the robots exclusion standard.
  /\.(noIndex|noRobotsIndex)$/,
  // Has the names of its input, so that settings that were read can be changed and written back.
  /^Customization\w+\./,
]

describe('the schema', () => {
  test('names every Boolean as a statement about its object, in inputs too', () => {
    const booleans = types
      .filter((type) => isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      .flatMap((type) =>
        Object.values<{ name: string; type: GraphQLType }>(type.getFields()).map((field) => ({
          type,
          field,
        })),
      )
      .filter(({ field }) => String(getNullableType(field.type)) === 'Boolean')
      .map(({ type, field }) => `${type.name}.${field.name}`)
    expect(booleans).toEqual(expect.arrayContaining(['Site.isPublished', 'UpdateShareLinkInput.isActive']))
    const others = booleans.filter((place) => !/\.(is|has|includes|requires|shows|uses)[A-Z]/.test(place))
    expect(others.filter((place) => !otherBooleans.some((other) => other.test(place)))).toEqual([])
    for (const other of otherBooleans) expect(others.some((place) => other.test(place))).toBe(true)
  })

  test('gives what customizations return in fields that their inputs take under the same names', () => {
    const settings = schema.getType('SiteCustomizationSettings') as GraphQLObjectType
    const computed = ['updatedAt', 'hasOverrides', 'version']
    const compare = (output: GraphQLObjectType, path: string): void => {
      const input = schema.getType(`${output.name}Input`)
      if (!isInputObjectType(input)) return
      for (const field of Object.values(output.getFields())) {
        if (path === 'settings' && computed.includes(field.name)) continue
        expect(Object.keys(input.getFields()), path).toContain(field.name)
        const type = getNamedType(field.type)
        if (isObjectType(type)) compare(type, `${path}.${field.name}`)
      }
    }
    compare(settings, 'settings')
  })

  test('describes every type, field, argument and enum value', () => {
    const declarations = types.flatMap(declarationsOf)
    expect(declarations.length).toBeGreaterThan(500)
    const silent = declarations.filter(({ description }) => !description?.trim()).map(({ place }) => place)
    expect(silent).toEqual([])
  })

  test('says of every field that may be null when it is null', () => {
    const nullable = types
      .filter((type) => isObjectType(type) || isInterfaceType(type))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => !isNonNullType(field.type))
    expect(nullable.length).toBeGreaterThan(300)
    const silent = nullable.filter(({ field }) => !/\bnull\b/i.test(field.description ?? ''))
    expect(silent.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([])
  })

  test('declares on every field of Query and Mutation who may call it, and says so in its description', () => {
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    )
    expect(fields.length).toBeGreaterThan(100)
    for (const field of fields) {
      const permission = permissionOfField(field)
      expect(permission, field.name).toBeDefined()
      expect(field.description).toContain(describePermission(permission ?? 'public'))
    }
  })

  test('has no field that may be refused and is not null: an error leaves the rest of the answer', () => {
    const refusable = types
      .filter((type) => isObjectType(type) || isInterfaceType(type))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => permissionOfField(field) !== undefined)
    expect(refusable.some(({ type }) => type.name === 'Site')).toBe(true)
    const required = refusable.filter(({ field }) => isNonNullType(field.type))
    expect(required.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([])
  })

  test('answers without a token only what an invitation by e-mail opens, where visitors find sites, and its version', () => {
    const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() }
    const open = Object.values(fields).filter((field) => permissionOfField(field) === 'public')
    expect(open.map(({ name }) => name).sort()).toEqual([
      'acceptEmailInvite',
      'apiInformation',
      'publishedContent',
      'recordSiteEvents',
    ])
  })

  test('states the limits of every limited argument and input field in its description', () => {
    const inputs = types.flatMap((type) => {
      if (isInputObjectType(type)) return Object.values(type.getFields())
      return isObjectType(type) ? Object.values(type.getFields()).flatMap(({ args }) => args) : []
    })
    const limited = inputs.filter(({ extensions }) => extensions.limits)
    expect(limited.length).toBeGreaterThan(50)
    for (const { description, extensions } of limited)
      expect(description?.endsWith(` ${describeLimits(extensions.limits as Limits)}`)).toBe(true)
  })

  test('uses JSON only where the shape is open, and says there which shape it is', () => {
    const uses = types
      .flatMap(typedDeclarationsOf)
      .filter(({ type }) => getNamedType(type).name === 'JSON')
      .map(({ place, description }) => [place, description] as const)
    expect(uses.map(([place]) => place).sort()).toEqual(Object.keys(openShapes).sort())
    for (const [place, description] of uses)
      expect(description, place).toMatch(openShapes[place]?.described as RegExp)
  })

  test('describes limits in plain sentences', () => {
    expect(describeLimits({ minLength: 1, maxLength: 50 })).toBe('1 to 50 characters.')
    expect(describeLimits({ minimum: 0, maximum: 604_800 })).toBe('A number from 0 to 604,800.')
    expect(describeLimits({ maximum: 5 })).toBe('A number of at most 5.')
    expect(describeLimits({ minLength: 1 })).toBe('At least 1 character.')
    expect(describeLimits({ minItems: 1, maxItems: 3, items: { maxLength: 5 } })).toBe(
      '1 to 3 items, each at most 5 characters.',
    )
    expect(describeLimits({ maxLength: 9, pattern: /^a/, patternRule: 'NOT_SCOPE' })).toBe(
      'At most 9 characters. Must be a scope.',
    )
    expect(describeLimits({ format: 'email' })).toBe('An email address.')
  })

  test('is the one printed in schema.graphql', () => {
    const onDisk = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
    expect(onDisk).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`)
  })

  test('changes nothing that REST cannot change: every mutation has a row', () => {
    const called = compiledRoutes
      .filter(({ selection }) => selection.type === schema.getMutationType())
      .flatMap(({ selection }) => [...selection.objects.values()])
      .flatMap(({ members }) => members.map(({ field }) => field.name))
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})
    expect([...new Set(called)].sort()).toEqual(mutations.sort())
  })

  describe('its mutations', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
    const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
    /** Returns the field for an object of the type: `openAPISpec` of `OpenAPISpec`. */
    const nounOf = (typeName: string) => typeName.charAt(0).toLowerCase() + typeName.slice(1)
    const payloadFields = (mutation: GraphQLField<unknown, unknown>) =>
      Object.values((mutation.type as GraphQLObjectType).getFields())

    test('return a payload of their own each, named after the mutation', () => {
      expect(mutations.length).toBeGreaterThan(90)
      const misnamed = mutations.filter(({ name, type }) => String(type) !== `${capitalized(name)}Payload`)
      expect(misnamed.map(({ name }) => name)).toEqual([])
      const elsewhere = types
        .filter((type) => isObjectType(type) || isInterfaceType(type))
        .filter((type) => type !== schema.getMutationType())
        .flatMap((type) => Object.values(type.getFields()))
        .filter(({ type }) => getNamedType(type).name.endsWith('Payload'))
      expect(elsewhere).toEqual([])
    })

    test('return objects under the name of their type, and what is gone by its id', () => {
      const odd = mutations.flatMap((mutation) =>
        payloadFields(mutation)
          .filter(({ name, type }) => {
            const noun = nounOf(getNamedType(type).name)
            const gone = /^(deleted|removed|revoked)[A-Z]\w*Id$/.test(name) && String(type) === 'ID!'
            return !gone && name !== noun && name !== `${noun}s`
          })
          .map(({ name }) => `${mutation.name}.${name}`),
      )
      const contentUpdate = ['allInsertedFiles', 'changes', 'revisionId', 'warnings']
      expect(odd.sort()).toEqual(
        [
          'acceptEmailInvite.token',
          'createApiToken.token',
          'connectGit.webhookSecret',
          'createWebhook.secret',
          'rotateGitWebhookSecret.webhookSecret',
          'rotateWebhookSecret.secret',
          ...['deleteCollection', 'deleteSpace'].map((name) => `${name}.parent`),
          ...[
            ...[
              'importedPages',
              'importedResources',
              'noteCounts',
              'notes',
              'revisionId',
              'skipCounts',
              'skipped',
            ],
            ...['totalResources', 'unlistedPages'],
          ].map((name) => `importContent.${name}`),
          ...['failedSSOEmails', 'invitations', 'invitedCount', 'userIds'].map(
            (name) => `inviteMembers.${name}`,
          ),
          ...['result', 'revisionId'].map((name) => `mergeChangeRequest.${name}`),
          ...['moveCollection', 'moveSpace'].flatMap((name) => [`${name}.parent`, `${name}.previousParent`]),
          'recordOrganizationVisit.visitorToken',
          'recordSiteEvents.recordedCount',
          'requestChangeRequestReviews.requestedReviewers',
          'resendEmailInvite.link',
          'resendEmailInvite.mail',
          ...['allResolvedConflicts', 'revisionId'].map((name) => `resolveConflicts.${name}`),
          'rotateApiToken.token',
          ...['transferCollection', 'transferSpace'].flatMap((name) => [
            `${name}.previousOrganization`,
            `${name}.previousParent`,
          ]),
          ...['deletedGlossaryEntryIds', 'glossaryEntries'].map((name) => `updateGlossary.${name}`),
          ...contentUpdate.map((name) => `updateChangeRequestContent.${name}`),
          ...['result', 'revisionId'].map((name) => `updateChangeRequestFromSpace.${name}`),
          ...contentUpdate.map((name) => `updateContent.${name}`),
        ].sort(),
      )
    })

    test('return what they create or update, and the id of what they delete', () => {
      const incomplete = mutations.filter((mutation) => {
        const [, verb, noun = ''] = /^(create|update|delete)(\w+)$/.exec(mutation.name) ?? []
        if (verb === undefined) return false
        const expected = verb === 'delete' ? `deleted${noun}Id` : nounOf(noun)
        const known = verb === 'delete' || isObjectType(schema.getType(noun))
        return known && !payloadFields(mutation).some(({ name }) => name === expected)
      })
      expect(incomplete.map(({ name }) => name)).toEqual([
        // It has no id: the customization of the site-space is that of its site again.
        'deleteSiteSpaceCustomization',
        // Return the space, collection or site that the permission is on, because they may remove the permission.
        'updateTeamPermission',
        'updateUserPermission',
      ])
    })
  })

  test('lists what has an id of its own as connections; whole lists say so in their names', () => {
    const unpaged = types.filter(isObjectType).flatMap((type) => {
      if (/(Connection|Edge|Payload)$/.test(type.name)) return []
      return Object.values(type.getFields())
        .filter((field) => {
          const nullable = getNullableType(field.type)
          if (!isListType(nullable)) return false
          const item = getNullableType(nullable.ofType)
          return isObjectType(item) && item.getInterfaces().some(({ name }) => name === 'Node')
        })
        .map((field) => `${type.name}.${field.name}`)
        .filter((place) => !/\.all[A-Z]|\.organizationsByEmailDomain$/.test(place))
    })
    expect(unpaged).toEqual([])
  })
})

describe('the REST spelling', () => {
  test.each(types.filter(isEnumType).map((type) => [type.name, type] as const))(
    'tells the values of %s apart, without regard to case',
    (_name, type) => {
      const spelled = [...enumSpelling(type).values()]
      expect(new Set(spelled.map((spelling) => spelling.toLowerCase())).size).toBe(type.getValues().length)
      // The codes of failures are in capitals in the specification.
      if (type.name === 'OpenAPIErrorCode') return
      for (const spelling of spelled) expect(spelling).toMatch(/^[a-z][A-Za-z0-9]*([-_:][a-z0-9]+)*$/)
    },
  )

  test('gives every type that is sent one `object`, the type name in kebab case', () => {
    const sent = new Map<string, string>()
    const visit = (selection: Selection) => {
      for (const { type, members } of selection.objects.values()) {
        const name = objectName(type)
        if (name !== undefined) sent.set(type.name, name)
        for (const member of members) if (member.selection) visit(member.selection)
      }
    }
    for (const { selection } of compiledRoutes) visit(selection)
    expect(sent.size).toBeGreaterThan(10)
    const kebab = (type: string) =>
      type.replace(/[A-Z]/g, (letter, at) => `${at > 0 ? '-' : ''}${letter.toLowerCase()}`)
    const stated = [...sent].filter(([type, name]) => name !== kebab(type))
    expect(stated.sort()).toEqual([
      // A token or a connection with its secret is sent as one.
      ['ConnectGitPayload', 'git-link'],
      ['CreateApiTokenPayload', 'api-token'],
      ['CreateWebhookPayload', 'webhook'],
      // An invite link has the name of the specification.
      ['InviteLink', 'invite'],
      // An abbreviation is one word.
      ['OpenAPISpec', 'openapi-spec'],
      ['OpenAPISpecVersion', 'openapi-spec-version'],
      // A reference to a page is sent as a page of which only the id and the address are known.
      ['PageReference', 'page'],
      // What a visitor sees of a section or site-space is sent as one; what they see of a site has a name of its own.
      ['PublishedExternalLink', 'site-external-link'],
      ['PublishedSection', 'site-section'],
      ['PublishedSectionGroup', 'site-section-group'],
      ['PublishedSite', 'published-content-site'],
      ['PublishedSiteSpace', 'site-space'],
      ['RotateApiTokenPayload', 'api-token'],
      ['RotateGitWebhookSecretPayload', 'git-link'],
      ['RotateWebhookSecretPayload', 'webhook'],
      // The contract names it after how it is used.
      ['StorageUpload', 'storage-signed-url'],
    ])
  })
})
