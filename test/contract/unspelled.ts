import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  Kind,
  parse,
  typeFromAST,
} from 'graphql'
import { isSource, type NestedSources, type Route, type VariableSource } from '../../src/rest/route.ts'
import { schema } from '../../src/server/graph.ts'

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Both spellings of an enum value without what tells them apart. */
const bare = (text: string) => text.replace(/[-_:]/g, '').toUpperCase()

// What follows undoes the REST spelling with rules of its own: it must not use those of src/rest, which it checks.

/** Returns the form that an answer of either style is converted to. */
export function plainForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainForm)
  if (!isObject(value)) return value
  const list = listForm(value)
  if (list) return list
  return Object.fromEntries(
    Object.entries(merged(value))
      .filter(([key, member]) => member !== null && member !== undefined && !isAside(key))
      .map(([key, member]) => [key, plainMember(key, member, 'customizations' in value)]),
  )
}

function plainMember(key: string, member: unknown, isPublished: boolean): unknown {
  if (conflictSides.includes(key)) return plainForm(conflictValue(member))
  if (key === 'pages') return flat(member)
  if (/^localized[A-Z]|^translations$/.test(key)) return textsByLanguage(member)
  if (key !== 'customizations' || !isPublished) return plainForm(member)
  const { site, siteSpaces } = member as Members
  return { site: plainForm(site), siteSpaces: paired(siteSpaces) }
}

const conflictSides = ['base', 'ours', 'theirs']

/** The value of a conflict, which REST has in place of an object that holds only it. */
function conflictValue(side: unknown): unknown {
  const [name, ...others] = isObject(side) ? Object.keys(side) : []
  const isHolder = others.length === 0 && name !== undefined && ['text', 'isSet', 'fields'].includes(name)
  return isHolder ? (side as Members)[name] : side
}

/** Texts in several languages, and the object that they become. */
const textsByLanguage = (texts: unknown): unknown =>
  Array.isArray(texts) && texts.every((text) => isObject(text) && 'language' in text)
    ? Object.fromEntries(texts.map(({ language, text }) => [language, text]))
    : texts

/** The discriminator is REST's own, and what begins with an underscore is for the adapter. */
const isAside = (key: string) => key === 'object' || key.startsWith('_')

/** Keys with values, and the object that they become: both as pairs. */
function paired(siteSpaces: unknown): unknown {
  const pairs = Array.isArray(siteSpaces)
    ? siteSpaces.map(({ siteSpaceId, settings }) => [siteSpaceId, settings])
    : Object.entries(siteSpaces as Members)
  return pairs.map(([key, value]) => [key, plainForm(value)])
}

/** Returns a connection, or the envelope that stands for it. */
function listForm(value: Members): unknown {
  if (Array.isArray(value.nodes) && isObject(value.pageInfo)) {
    const { hasNextPage, endCursor } = value.pageInfo
    // A list without an end, which leads on from each page that has items.
    if (hasNextPage === undefined)
      return { items: plainForm(value.nodes), ...(endCursor !== null && { next: { page: endCursor } }) }
    return { items: plainForm(value.nodes), count: value.totalCount, page: hasNextPage ? endCursor : 'none' }
  }
  if (Array.isArray(value.items) && 'count' in value) {
    const next = value.next as Members | undefined
    return { items: plainForm(value.items), count: value.count, page: next ? next.page : 'none' }
  }
  return undefined
}

/** Objects of the graph whose members REST puts in their parent's place. */
function merged(value: Members): Members {
  const { written, deleted, body, mergedMembers, ...rest } = value
  if (isObject(mergedMembers)) return { ...rest, ...mergedMembers }
  if ('redundant' in value && isObject(value.target)) {
    const { target, ...invite } = value
    return { ...invite, ...target }
  }
  if (isObject(value.apiToken)) return { token: value.token, ...value.apiToken }
  if ('secret' in value && isObject(value.webhook)) return { secret: value.secret, ...value.webhook }
  if ('webhookSecret' in value && isObject(value.gitLink))
    return { webhookSecret: value.webhookSecret, ...value.gitLink }
  if ('written' in value && 'deleted' in value)
    return { ...rest, ...(written as object), ...(deleted as object) }
  if ('slug' in value && isObject(body)) return { ...rest, ...body }
  return value
}

/** Returns a tree of pages as the list that it was made from. */
function flat(pages: unknown): unknown[] {
  return (pages as Members[]).flatMap((page) => {
    const { pages: below = [], ...own } = page
    return [plainForm(own), ...flat(below)]
  })
}

/** Returns the answer of REST with enum values as the answer of the graph has them, wherever both mean the same. */
export function withEnumsOf(rest: unknown, graph: unknown): unknown {
  if (Array.isArray(rest) && Array.isArray(graph))
    return rest.map((item, index) => withEnumsOf(item, graph[index]))
  if (isObject(rest) && isObject(graph))
    return Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, withEnumsOf(value, graph[key])]),
    )
  const isEnumValue = typeof graph === 'string' && /^[A-Z][A-Z0-9_]*$/.test(graph)
  return isEnumValue && typeof rest === 'string' && bare(rest) === bare(graph) ? graph : rest
}

/** Returns the row's own document, as one would paste it into GraphiQL. */
export const documentOf = ({ operation, fragments = [] }: Route): string => {
  const texts = new Map<string, string>()
  for (const text of fragments)
    for (const definition of parse(text).definitions)
      if (definition.kind === 'FragmentDefinition' && definition.loc)
        texts.set(definition.name.value, text.slice(definition.loc.start, definition.loc.end))
  return [operation, ...texts.values()].join('\n')
}

/** Returns the field that a document calls. */
export function mutationOf(document: string): string {
  const [operation] = parse(document).definitions
  const [field] = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : []
  if (field?.kind !== Kind.FIELD) throw new Error(`no mutation in ${document}`)
  return field.name.value
}

/** Returns the variables of the row's document for a request of REST. */
export function variablesOf(
  route: Route,
  request: { parameters: Members; query: Members; body: unknown },
): Members {
  const [operation] = parse(route.operation).definitions
  if (operation?.kind !== 'OperationDefinition') throw new Error('the row has no operation')
  const declared = (operation.variableDefinitions ?? []).map((definition) => [
    definition.variable.name.value,
    typeFromAST(schema, definition.type) as GraphQLInputType,
  ]) as [string, GraphQLInputType][]
  const from = (source: VariableSource | NestedSources, type: GraphQLInputType): unknown => {
    if (!isSource(source)) return together(source, type)
    if (source.from === 'constant') return source.value
    if (source.from === 'path') return request.parameters[source.name]
    if (source.from === 'query') return graphValue(type, request.query[source.name])
    if (source.name === undefined) return graphValue(type, request.body ?? {})
    return graphValue(type, (request.body as Members)[source.name])
  }
  const together = (sources: NestedSources, type: GraphQLInputType): Members => {
    const nullable = getNullableType(type)
    const fields = isInputObjectType(nullable) ? nullable.getFields() : {}
    return Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [
        name,
        from(source, fields[name]?.type as GraphQLInputType),
      ]),
    )
  }
  return Object.fromEntries(
    declared
      .map(([name, type]) => [name, route.variables[name] && from(route.variables[name], type)])
      .filter(([, value]) => value !== undefined),
  )
}

const redirectFlags = {
  captureWildcard: 'includesCapturedPath',
  draft: 'isDraft',
  permanent: 'isPermanent',
}

/** The fields of the graph that have other names as members, by the type. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Booleans are statements in the graph.
  AdaptiveContentInput: { enabled: 'isEnabled' },
  ComputedSourcePropsInput: { models: 'includesModels' },
  ConnectGitInput: { pull: 'isPulling', push: 'isPushing' },
  ExportToGitInput: { dryRun: 'isDryRun', force: 'isForced', repoProjectDirectory: 'directory' },
  ImportFromGitInput: { dryRun: 'isDryRun', force: 'isForced', repoProjectDirectory: 'directory' },
  InsertPageInput: { hidden: 'isHidden' },
  CreateSiteRedirectInput: redirectFlags,
  DuplicateSiteSpaceInput: { draft: 'isDraft' },
  CreateSiteExternalLinkInput: { draft: 'isDraft', parent: 'parentSectionGroupId' },
  CreateSiteSectionGroupInput: { draft: 'isDraft', parent: 'parentSectionGroupId' },
  CreateSiteSectionInput: { draft: 'isDraft' },
  CreateSiteSpaceInput: { draft: 'isDraft', hidden: 'isHidden' },
  UpdateSiteExternalLinkInput: { draft: 'isDraft', parent: 'parentSectionGroupId' },
  UpdateSiteSectionGroupInput: { draft: 'isDraft' },
  UpdateSiteSectionInput: { draft: 'isDraft' },
  UpdateSiteSpaceInput: { draft: 'isDraft', hidden: 'isHidden' },
  UpdateSiteRedirectInput: redirectFlags,
  UpsertSiteRedirectInput: redirectFlags,
  InviteMembersInput: { sso: 'usesSSO' },
  UpdateCommentInput: { resolved: 'isResolved' },
  UpdatePageInput: { hidden: 'isHidden' },
  UpdateOrganizationInput: { sso: 'requiresSSO', ai: 'hasAIEnabled', inviteLinks: 'hasInviteLinksEnabled' },
  UpdateShareLinkInput: { active: 'isActive' },
  // The contract misspells it.
  CustomizationThemesInput: { toggeable: 'toggleable' },
}

/** The members that tell which field of a type is meant, and that of its value if the field is no object. */
const chosenBy: Readonly<Record<string, { member: string; value?: string }>> = {
  ContentChangeInput: { member: 'operation' },
  ContentPointerInput: { member: 'type' },
  SiteSpacePointerInput: { member: 'type' },
  SiteSectionPointerInput: { member: 'type' },
  SiteSectionGroupPointerInput: { member: 'type', value: 'id' },
  SiteStructurePointerInput: { member: 'type', value: 'id' },
}

/** The fields that are the names of members, by type: REST takes objects in place of lists of these types. */
const keys: Readonly<Record<string, string>> = {
  MemberRoleInTeamInput: 'userId',
  CustomFieldValueInput: 'name',
  LocalizedTextInput: 'language',
  GlossaryTermInput: 'language',
}

/** Returns the members of an item of such a list. A text stands for the member with a text. */
const membersOf = (value: unknown): Members | null =>
  typeof value === 'string' ? { text: value } : (value as Members | null)

function graphValue(type: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  const nullable = getNullableType(type)
  const key = isListType(nullable) && keys[getNamedType(nullable).name]
  if (key && isObject(value))
    return graphValue(
      type,
      Object.entries(value).map(([name, members]) => ({ [key]: name, ...membersOf(members) })),
    )
  if (isListType(nullable) && Array.isArray(value))
    return value.map((item) => graphValue(nullable.ofType, item))
  if (isEnumType(nullable))
    return nullable.getValues().find(({ name }) => bare(name) === bare(value as string))?.name ?? value
  if (!isInputObjectType(nullable)) return value
  // The spaces of a new site are written as a list of ids, or as the word for a new one.
  if (nullable.name === 'SpacesOfNewSiteInput')
    return Array.isArray(value) ? { ids: value } : { newSpace: String(value).toUpperCase() }
  // A preset may be written as the word alone.
  if (nullable.name === 'SiteEventRangeInput' && typeof value === 'string')
    return graphValue(nullable, { preset: value })
  // An invitee may be written as the address alone.
  if (nullable.name === 'InviteeInput' && typeof value === 'string') return { email: value }
  if (!isObject(value)) return value
  const fields = nullable.getFields()
  const choice = chosenBy[nullable.name]
  if (choice) {
    const { [choice.member]: word, ...members } = value
    const name = Object.keys(fields).find((each) => bare(each) === bare(String(word)))
    const field = name === undefined ? undefined : fields[name]
    if (!field) return value
    const inner = isInputObjectType(getNullableType(field.type))
      ? graphValue(field.type, members)
      : members[choice.value ?? field.name]
    return { [field.name]: inner }
  }
  // A body may be written as the tree alone, or without members for an empty one.
  if (nullable.name === 'DocumentInput' && value.object === 'document') return { document: value }
  if (nullable.name === 'DocumentInput' && Object.keys(value).length === 0) return { markdown: '' }
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => {
      const name = renamed[nullable.name]?.[member] ?? member
      return [name, fields[name] ? graphValue(fields[name].type, inner) : inner]
    }),
  )
}
