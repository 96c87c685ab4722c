import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import graphqlPlugin from '@graphql-eslint/eslint-plugin'
import { ESLint, type Linter } from 'eslint'
import { buildSchema, isInterfaceType, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

/** Runs recommended rules over GraphQL documents, and returns each finding as the rule and its message. */
async function findingsIn(
  config: 'flat/schema-recommended' | 'flat/operations-recommended',
  text: string,
  withoutRules: readonly string[] = [],
) {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: {
      files: ['**/*.graphql'],
      languageOptions: {
        parser: graphqlPlugin.parser,
        parserOptions: {
          graphQLConfig: { schema: './schema.graphql', documents: './src/graphql/example.graphql' },
        },
      },
      plugins: { '@graphql-eslint': graphqlPlugin },
      rules: {
        ...graphqlPlugin.configs[config].rules,
        ...Object.fromEntries(withoutRules.map((rule) => [`@graphql-eslint/${rule}`, 'off'])),
      },
    } as Linter.Config,
  })
  const results = await eslint.lintText(text, { filePath: 'linted.graphql' })
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message }) => ({ rule: ruleId?.replace('@graphql-eslint/', ''), message }))
}

describe('the recommended rules of graphql-eslint', () => {
  const source = read('schema.graphql')
  const schemaFindings = findingsIn('flat/schema-recommended', source)
  const named = (findings: Awaited<typeof schemaFindings>, rule: string) =>
    findings.filter((finding) => finding.rule === rule).map(({ message }) => message)

  test('find nothing in the schema but what was reviewed', async () => {
    const findings = await schemaFindings
    const reviewed = ['no-typename-prefix', 'strict-id-in-types']
    expect(findings.filter(({ rule }) => !reviewed.includes(rule ?? ''))).toEqual([])
  })

  test('find no field that repeats its type but those whose name is that of something else', async () => {
    const repeated = named(await schemaFindings, 'no-typename-prefix').map((message) =>
      /"(\w+)" starts with the name of the parent type "(\w+)"/.exec(message)?.slice(1).reverse(),
    )
    expect(new Set(repeated.map((names) => names?.join('.')))).toEqual(
      new Set([
        // Collections in a collection, pages below a page, site-spaces of a site.
        'Collection.collections',
        'ComputedPage.computedPages',
        // The id in every revision and change request, besides the id in one of them.
        'File.fileId',
        'Page.pageId',
        'ReusableContent.reusableContentId',
        // The id of a token that a browser has, by which `node` finds the token.
        'Session.sessionId',
        'Site.siteSpaceCount',
        'Site.siteSpaces',
        // The host name, of which it is the only part.
        'Subdomain.subdomain',
      ]),
    )
  })

  test('find no type without an id but those that are no objects of their own', async () => {
    const types = buildSchema(source).getTypeMap()
    const withoutId = named(await schemaFindings, 'strict-id-in-types').map(
      (message) => /^type "(\w+)"/.exec(message)?.[1],
    )
    expect(withoutId.length).toBeGreaterThan(100)
    const nodes = withoutId.filter((name) => {
      const type = types[name ?? '']
      if (!isObjectType(type) && !isInterfaceType(type)) return false
      return type.getInterfaces().some((each) => each.name === 'Node')
    })
    expect(nodes).toEqual([])
  })

  const documents = [
    ['the example of GraphiQL', read('src/graphql/example.graphql')] as const,
    ...readdirSync(`${root}/src/docs`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...read(`src/docs/${path}`).matchAll(/```graphql\n(.*?)```/gs)].map(
          ([, text = ''], index) => [`${path} ${index + 1}`, text] as const,
        ),
      ),
  ]

  /** The rules that do not apply to the documents of these pages. */
  const reviewedRules = [
    // Readers learn which fields there are; a client that caches selects ids.
    'require-selections',
    // A short example needs no name.
    'no-anonymous-operations',
    // The server bounds depth by itself, and each document is on its own.
    'selection-set-depth',
    'unique-operation-name',
  ]

  test.each(documents)('find nothing in the operations of %s', async (_name, text) => {
    expect(await findingsIn('flat/operations-recommended', text, reviewedRules)).toEqual([])
  })
})
