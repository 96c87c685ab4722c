import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { propertyBudget } from '../../support/budget.ts'
import { sendChanges } from '../../support/factories/content.ts'
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

/** A simple model of the rules of content: a list of pages, with siblings in the order of the list. */
interface ModelPage {
  id: string
  title: string
  markdown: string
  parent: string | null
}

class Model {
  pages: ModelPage[] = []

  children = (parent: string | null) => this.pages.filter((page) => page.parent === parent)

  isWithin(id: string | null, ancestor: string): boolean {
    for (let at = id; at !== null; at = this.pages.find((page) => page.id === at)?.parent ?? null)
      if (at === ancestor) return true
    return false
  }

  insert(page: ModelPage, at: number | undefined): void {
    const next = at === undefined ? undefined : this.children(page.parent)[at]
    this.pages.splice(next ? this.pages.indexOf(next) : this.pages.length, 0, page)
  }

  move(id: string, parent: string | null, at: number | undefined): void {
    const page = this.pages.find((candidate) => candidate.id === id) as ModelPage
    this.pages.splice(this.pages.indexOf(page), 1)
    this.insert({ ...page, parent }, at)
  }

  delete(id: string): void {
    const gone = new Set(this.pages.filter((page) => this.isWithin(page.id, id)).map((page) => page.id))
    this.pages = this.pages.filter((page) => !gone.has(page.id))
  }

  tree(parent: string | null = null): unknown[] {
    return this.children(parent).map(({ id, title, markdown }) => ({
      id,
      title,
      markdown,
      pages: this.tree(id),
    }))
  }
}

const step = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'insert', 'update', 'write', 'move', 'move', 'delete'),
  page: fc.nat(),
  into: fc.option(fc.nat(), { freq: 2 }),
  at: fc.option(fc.nat(4), { nil: undefined }),
  text: fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abcdef') }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Converts a random step to a valid change, and applies it to the model too. */
function toChange(model: Model, { kind, page, into, at, text }: Step, fresh: string): object | undefined {
  const pick = (number: number) => model.pages[number % model.pages.length]
  const chosen = model.pages.length > 0 ? pick(page) : undefined
  const parent = into === null || model.pages.length === 0 ? null : (pick(into)?.id ?? null)
  if (kind === 'insert') {
    model.insert({ id: fresh, title: text, markdown: text, parent }, at)
    return {
      operation: 'insert_page',
      title: text,
      document: { markdown: text },
      into: parent ?? undefined,
      at,
    }
  }
  if (!chosen || chosen.id.startsWith('new')) return undefined
  if (kind === 'delete') {
    model.delete(chosen.id)
    return { operation: 'delete_page', page: chosen.id }
  }
  if (kind === 'update') {
    chosen.title = text
    return { operation: 'update_page', page: chosen.id, title: text }
  }
  if (kind === 'write') {
    chosen.markdown = text
    return { operation: 'update_page', page: chosen.id, document: { markdown: text } }
  }
  if (parent?.startsWith('new') || model.isWithin(parent, chosen.id)) return undefined
  if (parent === chosen.parent && at === undefined) return undefined
  model.move(chosen.id, parent, at)
  // Slugs must not prevent the move; they have their own tests.
  return { operation: 'update_page', page: chosen.id, into: parent, at, slug: `s${fresh}` }
}

interface ReadPage {
  id: string
  title: string
  markdown: string
  parentId: string | null
}

async function readTree(spaceId: string, revisionId: string): Promise<unknown[]> {
  const { data } = await client.gql(
    `query ($spaceId: ID!, $id: ID!) { revision(spaceId: $spaceId, id: $id) {
      allPages { id: pageId title parentId ... on DocumentPage { markdown } }
    } }`,
    { spaceId, id: revisionId },
  )
  const model = new Model()
  model.pages = data.revision.allPages.map(({ parentId, ...page }: ReadPage) => ({
    ...page,
    parent: parentId,
  }))
  return model.tree()
}

describe('the history of a space', () => {
  it('has every revision exactly as it was written, regardless of later ones', async () => {
    let fresh = 0
    const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(batches, async (given) => {
        const { id: spaceId, revisionId } = await buildSpace(app, organization)
        const model = new Model()
        const written: { revision: string; tree: unknown[] }[] = [{ revision: revisionId, tree: [] }]
        for (const steps of given) {
          const names: string[] = []
          const changes = steps.flatMap((one) => {
            fresh += 1
            // A page of the same batch has no id yet, so it cannot be a parent.
            const known = { ...one, into: one.into !== null && names.length > 0 ? null : one.into }
            const change = toChange(model, known, `new${fresh}`)
            if (change && one.kind === 'insert') names.push(`new${fresh}`)
            return change ? [change] : []
          })
          if (changes.length === 0) continue
          const { status, body } = await sendChanges(client, spaceId, ...changes)
          expect(status, JSON.stringify(body)).toBe(200)
          const created = body.changes.filter((c: { object: string }) => c.object === 'created_page')
          const ids = new Map(names.map((name, index) => [name, created[index].page.id as string]))
          for (const page of model.pages) page.id = ids.get(page.id) ?? page.id
          written.push({ revision: body.revision, tree: model.tree() })
        }
        for (const { revision, tree } of written) expect(await readTree(spaceId, revision)).toEqual(tree)
      }),
      propertyBudget(4, 25),
    )
  })
})
