import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { buildSection, buildSite, buildSiteSpace } from '../support/factories/sites.ts'

type Server = Pick<TestApp, 'as'>

let compiled: TestApp
let resolved: Awaited<ReturnType<typeof startServerBeside>>

beforeAll(async () => {
  compiled = await startTestApp()
  resolved = await startServerBeside(compiled, { config: { executor: 'resolvers' } })
})
afterAll(async () => {
  await resolved.close()
  await compiled.close()
})

describe('rows that a policy and a selection both read', () => {
  const text = `query ($id: ID!) { site(id: $id) {
    siteSpaces { nodes { title space { id title } } }
    sections { nodes { siteSpaces { nodes { title space { id title permissions { edit } } } } } }
  } }`

  test('are read once, in the statement that reads their list', async () => {
    const site = await buildSite(compiled)
    await buildSiteSpace(site, 'At the root')
    const ask = (server: Server) => server.as(site.admin).gql(text, { id: site.id })
    expect(await ask(compiled)).toEqual(await ask(resolved))
    const [statement = '', ...others] = (await compiled.statements(() => ask(compiled))).texts
    expect(others).toEqual([])
    expect(statement.match(/(FROM|JOIN) "Space"/g)).toEqual(['JOIN "Space"', 'JOIN "Space"'])
  })

  test('are tried by the policy where an item refers to another row than its parent', async () => {
    const site = await buildSite(compiled)
    const section = await buildSection(site, 'Guides')
    const variant = await buildSiteSpace(site, 'Hidden', section.id)
    const shown = await buildSiteSpace(site, 'Shown', section.id)
    const foreign = await buildSite(compiled)
    // No operation does this. The policy must not depend on it.
    const { siteSpace } = compiled.database.prisma
    await siteSpace.update({ where: { id: variant.id }, data: { siteId: foreign.id } })
    const ask = (server: Server) => server.as(site.admin).gql(text, { id: site.id })
    const answer = await ask(compiled)
    expect(answer).toEqual(await ask(resolved))
    const [{ siteSpaces }] = answer.data.site.sections.nodes
    expect(siteSpaces.nodes.map(({ title }: { title: string }) => title)).toEqual(['Guides', shown.title])
  })
})
