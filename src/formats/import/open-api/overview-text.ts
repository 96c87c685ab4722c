import { escapeMarkdown, tableCell } from '../conversion/markdown-syntax.ts'
import { codeCell, table } from './descriptions.ts'
import { listOf, type Members, membersOf, textOf, textsOf } from './json.ts'
import { blocks, type WriteContext } from './operation-text.ts'
import { resolve } from './references.ts'

/** Writes the overview: version, description, contact, servers and security schemes. */
export function writeOverview(context: WriteContext): string {
  const { document, path, describe } = context
  const info = membersOf(document.info)
  const servers = serverRows(document)
  const schemes = schemeRows(document)
  return blocks(
    `Version ${codeCell(textOf(info.version)) || 'unknown'}`,
    describe(textOf(info.description) || textOf(info.summary), 1, `${path}: the description of the document`),
    contactList(info, membersOf(document.externalDocs)),
    servers.length > 0 ? blocks('## Servers', table(['URL', 'Description'], servers)) : undefined,
    schemes.length > 0
      ? blocks('## Authentication', table(['Name', 'Type', 'Details', 'Description'], schemes))
      : undefined,
  )
}

function contactList(info: Members, externalDocs: Members): string {
  const contact = membersOf(info.contact)
  const license = membersOf(info.license)
  const mailUrl = textOf(contact.email) && `mailto:${textOf(contact.email)}`
  const rows = [
    ['More documentation', linked(textOf(externalDocs.description), textOf(externalDocs.url))],
    ['Contact', linked(textOf(contact.name) || textOf(contact.email), textOf(contact.url) || mailUrl)],
    ['License', linked(textOf(license.name), textOf(license.url))],
    ['Terms of service', linked('', textOf(info.termsOfService))],
  ]
  return rows.flatMap(([label, text]) => (text ? [`* ${label}: ${text}`] : [])).join('\n')
}

function linked(text: string, url: string): string {
  const isUrl = /^(https?:\/\/|mailto:)[^\s<>]+$/i.test(url)
  const words = escapeMarkdown(text || (isUrl ? url : ''))
  return isUrl ? `[${words}](<${url}>)` : words
}

function serverRows(document: Members): string[][] {
  const stated = listOf(document.servers).map((server) => {
    const { url, description, variables } = membersOf(server)
    const values = Object.entries(membersOf(variables)).map(([name, node]) => {
      const variable = membersOf(node)
      const choices = textsOf(variable.enum).map(codeCell)
      const remark = [
        tableCell(textOf(variable.description)),
        choices.length > 0 ? `One of: ${choices.join(', ')}` : '',
      ]
      return `${codeCell(name)}: ${codeCell(textOf(variable.default))} ${remark.filter(Boolean).join(' ')}`.trim()
    })
    return [codeCell(textOf(url)), [tableCell(textOf(description)), ...values].filter(Boolean).join('<br>')]
  })
  const host = textOf(document.host)
  if (stated.length > 0 || (!host && !textOf(document.basePath))) return stated
  const schemes = textsOf(document.schemes)
  const urls = (schemes.length > 0 ? schemes : ['https']).map((scheme) => (host ? `${scheme}://${host}` : ''))
  return [...new Set(urls)].map((url) => [codeCell(`${url}${textOf(document.basePath)}`), ''])
}

function schemeRows(document: Members): string[][] {
  const schemes = membersOf(membersOf(document.components).securitySchemes ?? document.securityDefinitions)
  return Object.entries(schemes).map(([name, node]) => {
    const scheme = resolve(document, node).value
    return [
      codeCell(name),
      tableCell(escapeMarkdown(textOf(scheme.type))),
      detailsOf(scheme).join('<br>'),
      tableCell(textOf(scheme.description)),
    ]
  })
}

function detailsOf(scheme: Members): string[] {
  const flows =
    scheme.flows === undefined ? [[textOf(scheme.flow), scheme]] : Object.entries(membersOf(scheme.flows))
  const named: [string, unknown][] = [
    ['Name', scheme.name],
    ['In', scheme.in],
    ['Scheme', scheme.scheme],
    ['Format', scheme.bearerFormat],
    ['Discovery', scheme.openIdConnectUrl],
  ]
  const ofFlows = flows.flatMap(([flow, node]): [string, unknown][] => {
    const { authorizationUrl, tokenUrl, scopes } = membersOf(node)
    const scopeNames = Object.keys(membersOf(scopes))
    return [
      ['Flow', flow],
      ['Authorization', authorizationUrl],
      ['Token', tokenUrl],
      ...scopeNames.map((scope): [string, unknown] => ['Scope', scope]),
    ]
  })
  return [...named, ...ofFlows].flatMap(([label, value]) =>
    textOf(value) ? [`${label}: ${codeCell(textOf(value))}`] : [],
  )
}
