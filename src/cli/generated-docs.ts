import { readFileSync } from 'node:fs'
import { getOperationAST, Kind, type OperationDefinitionNode, parse } from 'graphql'
import { roleIncludes } from '../access/authorize.ts'
import { allPermissions, permissionDescriptions } from '../access/permissions.ts'
import { permissionConditions, type RequiredPermission } from '../access/required-permission.ts'
import { roleOrder } from '../access/roles.ts'
import { heavyWork } from '../admission/heavy-work.ts'
import { allEventTypes } from '../audit/event-types.ts'
import { configVariables } from '../base/config.ts'
import { withCommas } from '../base/english.ts'
import { errorTable } from '../base/errors.ts'
import { rules } from '../base/rules.ts'
import { secretVariables } from '../base/secret-files.ts'
import {
  contentLimits,
  maximumComputedPages,
  maximumDepth,
  maximumFileBytes,
} from '../formats/body/limits.ts'
import { sourceLimits } from '../formats/import/limits.ts'
import { defaultPageSize, maximumPageSize } from '../graph/declare/connection.ts'
import { queryLimits } from '../graphql/query-limits.ts'
import { jsonLimits } from '../http/json-structure.ts'
import { createInstruments } from '../metrics/instruments.ts'
import { countedEvents } from '../modules/audit-events/limits.ts'
import { maximumLevels } from '../modules/collections/limits.ts'
import { maximumFields } from '../modules/custom-fields/limits.ts'
import { maximumIdentityProviders } from '../modules/identity-providers/limits.ts'
import {
  emailInviteDays,
  inviteLimits,
  maximumInviteLinks,
  resendSeconds,
} from '../modules/invites/limits.ts'
import { maximumLines, maximumRecipients } from '../modules/notifications/limits.ts'
import { maximumSourceBodyBytes } from '../modules/openapi-specs/limits.ts'
import { maximumRedirects, redirectLimits } from '../modules/redirects/limits.ts'
import { maximumSessions } from '../modules/sessions/limits.ts'
import { maximumShareLinks } from '../modules/share-links/limits.ts'
import { subscriptionLimits } from '../modules/subscriptions/limits.ts'
import { defaultOverlap, maximumTokens } from '../modules/tokens/limits.ts'
import { adaptiveSchemaLimits } from '../modules/visitors/limits.ts'
import { maximumPending, maximumWebhooks, webhookLimits } from '../modules/webhooks/limits.ts'
import type { CompiledRoute } from '../rest/compiled-route.ts'
import { compiledRoutes } from '../server/compiled-routes.ts'
import { problems } from '../server/problems.ts'
import { reasons } from '../server/reasons.ts'
import { causesOf, plansOfReads } from './plans-of-reads.ts'
import { readFolders, readScreens, variablesOf } from './workspace/screens.ts'

/** A part of a page between `<!-- generated: name -->` and `<!-- /generated -->`. */
interface GeneratedPart {
  /** Path below src/docs. */
  readonly page: string
  readonly name: string
  readonly markdown: () => string
}

export const generatedParts: readonly GeneratedPart[] = [
  { page: 'api/operations.md', name: 'operations', markdown: operationTables },
  { page: 'api/permissions.md', name: 'permissions', markdown: permissionTableOfRoles },
  { page: 'api/errors.md', name: 'errors', markdown: errorCodeTable },
  { page: 'api/errors.md', name: 'reasons', markdown: reasonTables },
  { page: 'api/errors.md', name: 'rules', markdown: ruleTable },
  { page: 'api/errors.md', name: 'problems', markdown: problemTable },
  { page: 'api/limits.md', name: 'limits', markdown: limitTable },
  { page: 'api/limits.md', name: 'heavy work', markdown: heavyWorkTable },
  { page: 'api/events.md', name: 'event types', markdown: eventTypeTable },
  { page: 'api/screens.md', name: 'workspace', markdown: workspaceTables },
  { page: 'contributing/plans-of-reads.md', name: 'plans', markdown: planTable },
  { page: 'operating/configuration.md', name: 'variables', markdown: variableTable },
  { page: 'operating/configuration.md', name: 'secrets', markdown: secretList },
  { page: 'operating/monitoring.md', name: 'metrics', markdown: metricTable },
]

/** Returns the text of a page with its generated parts written anew. Throws if a part has no place in it. */
export function withGeneratedParts(page: string, text: string): string {
  return generatedParts
    .filter((part) => part.page === page)
    .reduce((written, { name, markdown }) => {
      const begin = `<!-- generated: ${name} -->`
      const end = '<!-- /generated -->'
      const [before, after] = written.split(begin)
      const rest = after?.slice(after.indexOf(end))
      if (!rest?.startsWith(end)) throw new Error(`src/docs/${page} has no ${begin} … ${end}`)
      return `${before}${begin}\n\n${markdown()}\n\n${rest}`
    }, text)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const code = (text: string) => `\`${text}\``

const pathOf = ({ path }: CompiledRoute) => path.replace(/:(\w+)\*?/g, '{$1}')

/** Method and path of each operation that the specification has. */
const specified = new Set(
  readFileSync(new URL('../../test/fixtures/contract/operations.tsv', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('\t').slice(0, 2).join(' ')),
)

/** The columns after the first, which has the method and the path. */
const operationColumns: readonly (readonly [head: string, cell: (route: CompiledRoute) => string])[] = [
  ['GraphQL', (route) => code(graphFieldOf(route))],
  ['Permission', ({ permission }) => permissionOf(permission)],
  ['v1', (route) => (specified.has(`${route.method} /v1${pathOf(route)}`) ? '✓' : '')],
]

function permissionOf(permission: RequiredPermission): string {
  if (permission === 'public') return 'no token needed'
  return permission === 'authenticated' ? 'any token' : permissionConditions(permission)
}

function operationTables(): string {
  const rowsOfTags = Map.groupBy(compiledRoutes, ({ route }) => route.tag)
  return [...rowsOfTags.keys()]
    .sort()
    .map((tag) => operationsOf(tag, rowsOfTags.get(tag) ?? []))
    .join('\n\n')
}

function operationsOf(tag: string, rows: readonly CompiledRoute[]): string {
  const prefix = sharedPrefix(rows.map(pathOf))
  const cells = rows.map((route) => [
    code(`${route.method} ${pathOf(route).slice(prefix.length)}`),
    ...operationColumns.map(([, cell]) => cell(route)),
  ])
  const head = ['Operation', ...operationColumns.map(([name]) => name)]
  return `## ${tag}\n\nPaths below \`/v1${prefix}\`:\n\n${table(head, cells)}`
}

/** Returns the segments with which all paths begin, short of the last segment of any of them. */
function sharedPrefix(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1))
  const length = first.findIndex((segment, index) => others.some((other) => other[index] !== segment))
  return first.slice(0, length < 0 ? first.length : length).join('/')
}

/** Returns the field that the document of a row begins with: of a query, the path to what it selects. */
function graphFieldOf({ route }: CompiledRoute): string {
  const operation = getOperationAST(parse(route.operation))
  const fields: string[] = []
  for (let selections = operation?.selectionSet.selections; selections; ) {
    const [first] = selections
    if (first?.kind !== Kind.FIELD || selections.length > 1) break
    fields.push(first.name.value)
    selections = operation?.operation === 'query' ? first.selectionSet?.selections : undefined
  }
  return fields.join('.')
}

function planTable(): string {
  const plans = plansOfReads()
  const names = { all: 'all', 'a part': 'part', nothing: 'none' } as const
  const numberOf = (reads: keyof typeof names) =>
    plans.filter(({ statement }) => statement.reads === reads).length
  const rows = plans.map(({ row, statement: { reads, left } }) => [
    code(`${row.method} ${pathOf(row)}`),
    names[reads],
    causesOf(left),
  ])
  const sum = `${plans.length} rows read: ${numberOf('all')} all, ${numberOf('a part')} part, ${numberOf('nothing')} none.`
  return `${sum}\n\n${table(['Operation', 'Statement', 'What code finds'], rows)}`
}

function permissionTableOfRoles(): string {
  const roles = [null, ...roleOrder]
  const rows = allPermissions.map((permission) => [
    code(permission),
    permissionDescriptions[permission],
    ...roles.map((role) => (roleIncludes(role, permission) ? '✓' : '')),
  ])
  return table(['Permission', 'Allows to', ...roles.map((role) => (role ?? 'guest').toLowerCase())], rows)
}

function errorCodeTable(): string {
  const rows = Object.entries(errorTable).map(([name, { status, message }]) => [
    `${status}`,
    code(name),
    escaped(message),
  ])
  return table(['Status', 'Code', 'Default message'], rows)
}

/** Escapes what Markdown would read as HTML. */
const escaped = (text: string) => text.replaceAll('<', '\\<')

/** Returns a table of the reasons of each code that has any. */
function reasonTables(): string {
  return Object.entries(errorTable)
    .map(([name, { status }]) => {
      const rows = Object.entries(reasons)
        .filter(([, row]) => row.code === name)
        .map(([reason, { message, remedy }]) => [code(reason), escaped(message), remedy])
      return rows.length === 0
        ? ''
        : `### ${status} ${code(name)}\n\n${table(['Reason', 'Message', 'What to do'], rows)}`
    })
    .filter(Boolean)
    .join('\n\n')
}

function ruleTable(): string {
  const rows = Object.entries(rules).map(([rule, message]) => [code(rule), escaped(message)])
  return table(['Rule', 'Message'], rows)
}

function problemTable(): string {
  const rows = Object.entries(problems).map(([problem, values]) => [
    code(problem),
    values.map((value) => code(value)).join(', '),
  ])
  return table(['Problem', 'Values'], rows)
}

function secretList(): string {
  return secretVariables.map((name) => `* ${code(`${name}_FILE`)}`).join('\n')
}

function metricTable(): string {
  const rows = createInstruments([])
    .registry.getMetricsAsArray()
    .map(({ name, help }) => [code(name), help])
  return table(['Metric', 'Meaning'], rows)
}

function variableTable(): string {
  const rows = configVariables.map(({ name, default: value, description }) => [
    code(name),
    value === undefined || `${value}` === '' ? 'unset' : code(`${value}`),
    description,
  ])
  return table(['Variable', 'Default', 'Description'], rows)
}

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`

const limits: readonly (readonly [what: string, limit: number | string])[] = [
  ['Items of a page of a list, by default', defaultPageSize],
  ['Items of a page of a list, at most', maximumPageSize],
  ['Audit events that are counted for a list of them', countedEvents],
  ['GraphQL: depth of an operation', queryLimits.depth],
  ['GraphQL: fields of an operation', queryLimits.fields],
  ['GraphQL: aliases of an operation', queryLimits.aliases],
  ['GraphQL: directives of an operation', queryLimits.directives],
  ['GraphQL: mutations of an operation', queryLimits.mutations],
  ['GraphQL: `__schema` and `__type` of an operation, each', queryLimits.introspections],
  ['GraphQL: values that they answer', queryLimits.introspectedValues],
  ['GraphQL: tokens of a document', queryLimits.tokens],
  ['GraphQL: ids of `nodes`', queryLimits.nodes],
  ['Values of a JSON body: members of objects and items of arrays, all together', jsonLimits.values],
  ['Depth of a JSON body', jsonLimits.depth],
  ['Changes of a batch', contentLimits.changes.maxItems],
  ['Files of a change', contentLimits.files.maxItems],
  ['Size of a file fetched for a change', megabytes(maximumFileBytes)],
  ['Levels of pages', maximumDepth],
  ['Levels of collections', maximumLevels],
  ['Computed pages of a space', maximumComputedPages],
  ['Files of an import', sourceLimits.entries],
  ['Size of a Markdown file of an import', megabytes(sourceLimits.markdownBytes)],
  ['Size of a request with the text of an OpenAPI document', megabytes(maximumSourceBodyBytes)],
  ['Custom fields of an organization', maximumFields],
  ['Identity providers of an organization', maximumIdentityProviders],
  ['Webhooks of an organization', maximumWebhooks],
  ['Subscriptions of a user, in each process', subscriptionLimits.ofUser],
  ['Subscriptions of all users, in each process', subscriptionLimits.inProcess],
  [
    'Types of events, spaces or sites of a webhook',
    `${webhookLimits.events.maxItems}, ${webhookLimits.spaces.maxItems}, ${webhookLimits.sites.maxItems}`,
  ],
  ['Deliveries of a webhook that wait', maximumPending],
  ['Invite links of an organization', maximumInviteLinks],
  ['Share links of a site', maximumShareLinks],
  ['Redirects of a site', maximumRedirects],
  ['Redirects of a bulk request', redirectLimits.redirects.maxItems],
  ['Claims of an adaptive schema', adaptiveSchemaLimits.claims],
  ['Tokens of a user', maximumTokens],
  ['Users who are told of one event by mail', maximumRecipients],
  ['Lines of a mail about what others did', maximumLines],
  ['Addresses of an invitation by email', inviteLimits.emails.maxItems],
  ['Time to accept an invitation by email', `${emailInviteDays} days`],
  ['Time until an invitation by email can be sent again', `${resendSeconds} seconds`],
  ['Time that a rotated token goes on working, by default', `${defaultOverlap / 60} minutes`],
  ['Sessions of a user by one way of signing in', maximumSessions],
]

function limitTable(): string {
  const rows = limits.map(([what, limit]) => [what, typeof limit === 'number' ? withCommas(limit) : limit])
  return table(['What', 'Limit'], rows)
}

function heavyWorkTable(): string {
  const rows = Object.values(heavyWork).map(({ description, concurrent, queued, perOwner, seconds }) => [
    description,
    `${concurrent}`,
    `${perOwner.concurrent}`,
    `${queued}`,
    `${perOwner.queued}`,
    queued === 0 ? '' : `${seconds} s`,
  ])
  return table(['Work', 'At once', 'of one user', 'Waiting', 'of one user', 'for at most'], rows)
}

/** The operations that the screens of the workspace open with, and all others, which are sent when somebody does something. */
function workspaceTables(): string {
  const screens = readScreens()
  const opening = new Set(screens.flatMap(({ operations }) => operations))
  const nameOf = ({ name }: OperationDefinitionNode) => code(name?.value ?? '')
  const rows = screens.map(({ path, operations }) => [
    code(path.replaceAll(/:(\w+)/g, '{$1}')),
    operations.map(nameOf).join(', '),
    [...new Set(operations.map(variablesOf))].map(code).join(', '),
  ])
  const others = readFolders().map(({ name, operations }) => {
    const rest = operations.filter(
      (operation) => ![...opening].some(({ name: used }) => used?.value === operation.name?.value),
    )
    const of = (kind: string) =>
      rest
        .filter(({ operation }) => operation === kind)
        .map(nameOf)
        .join(', ')
    return [code(`src/workspace/${name}`), of('query'), of('mutation')]
  })
  return [
    table(['Screen', 'Opens with', 'Variables'], rows),
    'What is sent later, when somebody opens a dialog or changes something:',
    table(
      ['Folder', 'Queries', 'Mutations'],
      others.filter(([, queries, mutations]) => queries || mutations),
    ),
  ].join('\n\n')
}

/** The types of events, by the object that they are about. */
function eventTypeTable(): string {
  const byObject = Map.groupBy(allEventTypes(), (type) => type.slice(0, type.indexOf('.')))
  const rows = [...byObject].map(([object, types]) => [
    object.replaceAll('_', ' '),
    types.map((type) => `\`${type}\``).join(', '),
  ])
  return table(['Object', 'Types'], rows)
}
