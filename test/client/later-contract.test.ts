import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/server/routes.ts'
import { call, isRead, rowName, startWorldApp, type World } from '../contract/world.ts'
import type { TestApp } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { laterFaults, laterOperationOf } from '../support/later-contract.ts'

let app: TestApp
let world: World

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
  await enrich()
})
afterAll(() => app.close())

/** Adds what the world has none of, so that the lists have objects of every form. */
async function enrich(): Promise<void> {
  const { client, organizationId } = world
  const { spaceId, pageId, fileId, commentId, commentReplyId, siteId, siteSpaceId } = world.parametersFor(
    routes[0] as Route,
  ) as Record<string, string>
  const sent = async (method: 'post' | 'put' | 'patch', address: string, body: unknown) => {
    const answer = await client[method](address, body)
    if (answer.status > 204) throw new Error(`${method} ${address}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const space = `/spaces/${spaceId}`
  const site = `/orgs/${organizationId}/sites/${siteId}`
  await sent('post', `${space}/content`, {
    changes: [
      {
        operation: 'insert_page',
        type: 'link',
        title: 'Outside',
        target: { kind: 'url', url: 'https://example.com/' },
      },
      {
        operation: 'insert_page',
        title: 'Decorated',
        emoji: '🚀',
        description: 'With everything',
        cover: { ref: { kind: 'file', file: fileId }, yPos: 3 },
        layout: { width: 'wide', coverSize: 'full', outline: false },
        document: { markdown: '# Head\n\nText with *marks*.\n\n| A | B |\n| - | - |\n| 1 | 2 |' },
      },
    ],
  })
  await sent('put', `${space}/comments/${commentId}`, { addedReactions: ['1f680'] })
  await sent('put', `${space}/comments/${commentId}/replies/${commentReplyId}`, { addedReactions: ['1f44d'] })
  const resolved = await sent('post', `${space}/comments`, { body: { markdown: 'Done' }, page: pageId })
  await sent('put', `${space}/comments/${resolved.id}`, { resolved: true })
  const mergeRules = { type: 'rules', rules: [{ rule: 'allow_bypass', users: [world.admin.id] }] }
  await sent('patch', space, { mergeRules })
  const merged = await sent('post', `${space}/change-requests`, { subject: 'Merged' })
  const proposal = `${space}/change-requests/${merged.id}`
  await sent('post', `${proposal}/content`, {
    changes: [{ operation: 'insert_page', title: 'Proposed', document: { markdown: 'Text' } }],
  })
  await sent('post', `${proposal}/reviews`, { status: 'changes-requested' })
  await sent('post', `${proposal}/reviews`, { status: 'approved' })
  await sent('post', `${proposal}/merge`, undefined)
  await sent('patch', `${site}/site-spaces/${siteSpaceId}/customization`, { title: 'Named' })
  await sent('post', `/orgs/${organizationId}/sites`, { title: 'Flat', spaces: [spaceId] })
  await sent('put', `/orgs/${organizationId}/openapi/broken`, { source: { text: 'no document' } })
}

const known = routes.filter((route) => isRead(route) && laterOperationOf(route))

describe('a client of the later contract reads what the contract has', () => {
  test.each(oneRowIn(4, known).map((route) => [rowName(route), route] as const))(
    'from %s',
    async (_name, route) => {
      const answer = await call(world.client, route, world.parametersFor(route), world.bodyFor(route))
      expect(answer.status).toBe(route.status ?? 200)
      expect(laterFaults(route, answer).slice(0, 8)).toEqual([])
    },
  )

  test('from every row that both have', () => {
    expect(known.length).toBeGreaterThan(110)
  })
})
