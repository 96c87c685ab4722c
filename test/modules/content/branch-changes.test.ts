import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectRow } from '../../../src/database/rows.ts'
import type { ChangeRequest, Revision } from '../../../src/generated/prisma/client.ts'
import { contentOf } from '../../../src/modules/change-requests/service.ts'
import { isBaseOf, readBranchChanges } from '../../../src/modules/content/branch-changes.ts'
import { changedPage } from '../../../src/modules/content/changed-pages.ts'
import { compareContent } from '../../../src/modules/content/changes/compare-content.ts'
import { contentLoaders } from '../../../src/modules/content/loaders.ts'
import { type ContentTarget, liveContent } from '../../../src/modules/content/revision-writer.ts'
import { readDifferences } from '../../../src/modules/content/snapshots.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { propertyBudget } from '../../support/budget.ts'
import { buildProposal } from '../../support/factories/change-requests.ts'
import {
  buildContent,
  buildPageTree,
  buildReusableContent,
  contextOf,
  insertPage,
} from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())

const step = fc.record({
  kind: fc.constantFrom('insert', 'title', 'write', 'move', 'move', 'delete', 'reusable'),
  isLive: fc.boolean(),
  page: fc.nat(),
  into: fc.option(fc.nat(), { freq: 4 }),
  at: fc.option(fc.nat(3), { nil: undefined }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Changes the content of a target. A change that the content does not allow changes nothing. */
async function change(target: ContentTarget, { kind, page, into, at }: Step, n: number): Promise<void> {
  if (kind === 'reusable') {
    await buildReusableContent(app, organization.admin, target, { title: `Title ${n}` })
    return
  }
  const content = target.path
  const pages = pagesOf((await client.get(`${content}/pages`)).body.pages)
  const pick = (number: number) => pages[number % pages.length]
  const chosen = pick(page)
  const parent = into === null ? null : pick(into)
  const update = { operation: 'update_page', page: chosen }
  const changes = {
    insert: { ...insertPage(`Page ${n}`, `Text ${n}`), into: parent ?? undefined, at },
    title: { ...update, title: `Title ${n}` },
    write: { ...update, document: { markdown: `Text ${n}` } },
    move: { ...update, into: parent ?? null, at, slug: `s${n}` },
    delete: { operation: 'delete_page', page: chosen },
  }
  if (chosen || kind === 'insert') await client.post(content, { changes: [changes[kind]] })
}

interface Tree {
  readonly id: string
  readonly pages?: readonly Tree[]
}

const pagesOf = (tree: readonly Tree[]): string[] =>
  tree.flatMap(({ id, pages = [] }) => [id, ...pagesOf(pages)])

describe('the changes of a change request', () => {
  it('are hidden from those who may not see it, when others have read them', async () => {
    const space = await buildSpace(app, organization)
    const proposal = await buildProposal(client, space.id)
    await proposal.change(insertPage('Page', 'Text'))
    const stranger = app.as((await buildOrganization(app)).admin)
    for (const _ of [1, 2]) {
      expect((await client.get(`${proposal.address}/changes`)).body.changes).toHaveLength(1)
      expect((await stranger.get(`${proposal.address}/changes`)).status).toBe(404)
    }
  })

  it('are those between its base and its newest revision, read from the rows of its branch only', async () => {
    let n = 0
    const run = app.database.query
    const changeRequestOf = async (id: string) =>
      (await selectRow(run, 'ChangeRequest', { id })) as ChangeRequest
    const revision = async (id: string) => (await selectRow(run, 'Revision', { id })) as Revision
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 12 }),
        fc.boolean(),
        async (steps, isUpdated) => {
          const space = await buildSpace(app, organization)
          await buildContent(app, organization.admin, space, [
            buildPageTree('A', 2, 3),
            buildPageTree('B', 2, 2),
          ])
          await buildReusableContent(app, organization.admin, liveContent(space.id))
          const proposal = await buildProposal(client, space.id)
          const changeRequest = await changeRequestOf(proposal.id)
          for (const each of steps)
            await change(each.isLive ? liveContent(space.id) : contentOf(changeRequest), each, ++n)
          if (isUpdated) await proposal.update()
          const row = await changeRequestOf(proposal.id)
          const base = await revision(row.revisionMergedAncestorId ?? row.revisionInitialId)
          const head = await revision(row.revisionId)
          expect(isBaseOf(base, head)).toBe(true)

          const own = await readBranchChanges(run, head)
          const all = await readDifferences(run, base, head)
          const records = compareContent(own.earlier, own.later)
          expect(records).toEqual(compareContent(all.earlier, all.later))

          const pages = new Map([
            [base.id, own.earlier.pages],
            [head.id, own.later.pages],
          ])
          const comparison = { before: base, after: head, records, pages }
          const { ancestorsAndSelf } = contentLoaders(contextOf(app, organization.admin.id))
          for (const { object, objectId: pageId, kind } of records) {
            if (object !== 'PAGE') continue
            const revisionId = kind === 'PAGE_DELETED' ? base.id : head.id
            const found = changedPage(comparison, revisionId, pageId)
            const { ancestors = [], ...page } = found ?? {}
            const line = await ancestorsAndSelf.load({ revisionId, pageId })
            expect(page).toEqual(line.at(-1))
            expect(ancestors.map(({ ancestors: _, ...above }) => above)).toEqual(line.slice(0, -1))
          }
        },
      ),
      propertyBudget(3, 40),
    )
  })
})
