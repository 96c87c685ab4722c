import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import {
  buildProposal,
  buildSpaceWith,
  markdownAt,
  pageAt,
  pathsOf,
} from '../../support/factories/change-requests.ts'
import { deletePage, insertPage, sendChanges, writePage } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const text = (third: string) => `one\n\ntwo\n\n${third}`

/** Builds a space with two pages, and a change request of it. */
async function buildBothSides() {
  const { admin, id } = await buildOrganization(app)
  const client = app.as(admin)
  const space = await buildSpaceWith(client, id, { Page: text('three'), Other: 'Other.' })
  const content = `${space.address}/content`
  const proposal = await buildProposal(client, space.id)
  const live = async (...changes: object[]) =>
    (await sendChanges(client, space.id, ...changes)).body.revision as string
  return {
    client,
    space,
    content,
    proposal,
    proposed: `${proposal.address}/content`,
    live,
    page: await pageAt(client, content, 'page'),
    other: await pageAt(client, content, 'other'),
    counters: async () => {
      const { changeRequests, changeRequestsOpen, changeRequestsDraft } = (await client.get(space.address))
        .body
      return [changeRequests, changeRequestsOpen, changeRequestsDraft] as number[]
    },
    conflicts: async () => (await client.get(`${proposal.address}/conflicts`)).body.items as object[],
  }
}

const side = `{
  ... on ConflictLines { line markdown } ... on ConflictText { text } ... on ConflictFlag { isSet }
  ... on ConflictFields { fields } ... on ConflictPlace { parentId position }
  ... on ConflictFile { name } ... on ConflictReusableContent { title }
}`

interface TypedSide {
  readonly text?: string
  readonly isSet?: boolean
  readonly fields?: object
  readonly parentId?: string | null
  readonly position?: string
}

/** Returns the value of a side of the graph as REST has it. */
function restFormOf({ text, isSet, fields, parentId, ...members }: TypedSide): unknown {
  if (parentId !== undefined) return { parent: parentId, ...members }
  return text ?? isSet ?? fields ?? members
}

const merge = `mutation ($space: ID!, $id: ID!) {
  mergeChangeRequest(spaceId: $space, changeRequestId: $id) {
    result revisionId
    changeRequest { status allConflicts { kind object objectId title field base ${side} ours ${side} theirs ${side} } }
  }
}`

describe('a merge with conflicts', () => {
  it('returns the same in GraphQL and REST, and keeps an open change request open', async () => {
    const { client, space, content, proposal, live, page, other, counters, conflicts } =
      await buildBothSides()
    await client.patch(proposal.address, { status: 'open' })
    await proposal.change(writePage(page, text('mine'), { title: 'Mine' }), deletePage(other))
    await live(writePage(page, text('yours'), { title: 'Yours' }), writePage(other, 'Edited.'))
    const { data, errors } = await client.gql(merge, { space: space.id, id: proposal.id })
    expect(errors).toBeUndefined()
    const { revision } = await proposal.read()
    expect(data.mergeChangeRequest).toMatchObject({
      result: 'CONFLICTS',
      revisionId: revision,
      changeRequest: { status: 'OPEN' },
    })
    const about = { object: 'PAGE', objectId: page, title: 'Mine' }
    const told = data.mergeChangeRequest.changeRequest.allConflicts
    expect(told).toHaveLength(3)
    expect(told).toEqual(
      expect.arrayContaining([
        {
          ...about,
          kind: 'FIELD',
          field: 'title',
          base: { text: 'Page' },
          ours: { text: 'Yours' },
          theirs: { text: 'Mine' },
        },
        {
          ...about,
          kind: 'BODY',
          field: null,
          base: { line: 5, markdown: 'three' },
          ours: { line: 5, markdown: 'yours' },
          theirs: { line: 5, markdown: 'mine' },
        },
        expect.objectContaining({ objectId: other, kind: 'STRUCTURE', field: 'deleted', theirs: null }),
      ]),
    )
    const inRest = await conflicts()
    expect(inRest).toHaveLength(3)
    for (const { kind, ...rest } of told)
      expect(inRest).toContainEqual(
        expect.objectContaining({
          kind: kind.toLowerCase(),
          // REST omits fields that are null in GraphQL.
          ...Object.fromEntries(
            ['field', 'base', 'ours', 'theirs']
              .filter((name) => rest[name] !== null)
              .map((name) => [name, name === 'field' ? rest[name] : restFormOf(rest[name])]),
          ),
        }),
      )
    expect(await counters()).toEqual([1, 1, 0])
    expect(await markdownAt(client, content, 'page')).toBe(text('yours'))
  })

  it('has a type for each kind of value, and the stored value in REST', async () => {
    const { client, space, proposal } = await buildBothSides()
    const { PAGE, FILE, REUSABLE_CONTENT } = {
      PAGE: 'PAGE',
      FILE: 'FILE',
      REUSABLE_CONTENT: 'REUSABLE_CONTENT',
    } as const
    const layout = { width: 'wide', outline: { visible: false } }
    const nested = { parent: 'pag1', position: 'a1' }
    const atRoot = { parent: null, position: 'a0' }
    const kept = [
      { kind: 'BODY', object: PAGE, field: null, value: { line: 5, markdown: '' } },
      { kind: 'FIELD', object: PAGE, field: 'title', value: 'Page', typed: { text: 'Page' } },
      { kind: 'FIELD', object: PAGE, field: 'description', value: '', typed: { text: '' } },
      { kind: 'FIELD', object: PAGE, field: 'hidden', value: false, typed: { isSet: false } },
      { kind: 'FIELD', object: PAGE, field: 'layout', value: layout, typed: { fields: layout } },
      { kind: 'FIELD', object: FILE, field: 'content', value: 'f00d', typed: { text: 'f00d' } },
      {
        kind: 'STRUCTURE',
        object: PAGE,
        field: 'place',
        value: nested,
        typed: { parentId: 'pag1', position: 'a1' },
      },
      {
        kind: 'STRUCTURE',
        object: PAGE,
        field: 'deleted',
        value: atRoot,
        typed: { parentId: null, position: 'a0' },
      },
      { kind: 'STRUCTURE', object: FILE, field: 'deleted', value: { name: 'a.png' } },
      { kind: 'STRUCTURE', object: REUSABLE_CONTENT, field: 'deleted', value: { title: 'Notice' } },
    ] as const
    await app.database.prisma.contentConflict.createMany({
      data: kept.map(({ value, kind, object, field }, ordinal) => ({
        ...{ id: newId('ContentConflict'), changeRequestId: proposal.id, ordinal, kind, object, field },
        ...{ objectId: 'any', title: 'Any', ours: value, theirs: value },
      })),
    })
    const { data, errors } = await client.gql(
      `query ($space: ID!, $id: ID!) {
        changeRequest(spaceId: $space, id: $id) { allConflicts { base ${side} ours ${side} theirs ${side} } }
      }`,
      { space: space.id, id: proposal.id },
    )
    expect(errors).toBeUndefined()
    expect(data.changeRequest.allConflicts).toEqual(
      kept.map((one) => {
        const typed = 'typed' in one ? one.typed : one.value
        return { base: null, ours: typed, theirs: typed }
      }),
    )
    const { body } = await client.get(`${proposal.address}/conflicts`)
    for (const [index, { value }] of kept.entries()) {
      const { ours, theirs, ...others } = body.items[index]
      expect([ours, theirs]).toEqual([value, value])
      expect(others).not.toHaveProperty('base')
    }
  })

  it.runIf(isLongRun)('succeeds after the change request is edited to resolve them', async () => {
    const { client, content, proposal, live, page, counters, conflicts } = await buildBothSides()
    await client.patch(proposal.address, { status: 'open' })
    await proposal.change(writePage(page, text('mine')))
    await live(writePage(page, text('yours')))
    expect((await proposal.merge()).body.result).toBe('conflicts')
    await proposal.change(writePage(page, text('yours')), insertPage('New', 'n'))
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await conflicts()).toEqual([])
    expect(await pathsOf(client, content)).toEqual(['page', 'other', 'new'])
    expect(await counters()).toEqual([1, 0, 0])
  })
})

describe('an update', () => {
  it('followed by a merge has the same result as the merge alone', async () => {
    const results = await Promise.all(
      [true, false].map(async (isUpdatedFirst) => {
        const { client, content, proposal, proposed, live, page, other } = await buildBothSides()
        await proposal.change(
          writePage(page, text('THREE'), { icon: 'star' }),
          { operation: 'update_page', page: other, into: page },
          insertPage('Mine', 'mine'),
        )
        await live(
          writePage(page, `ONE${text('three').slice(3)}`, { title: 'Yours' }),
          writePage(other, 'Edited.'),
          insertPage('Mine', 'yours'),
        )
        if (isUpdatedFirst) expect((await proposal.update()).body.result).toBe('update')
        const before = isUpdatedFirst ? await pathsOf(client, proposed) : undefined
        expect((await proposal.merge()).body.result).toBe('merge')
        const paths = await pathsOf(client, content)
        expect(before ?? paths).toEqual(paths)
        const { title, icon } = (await client.get(`${content}/path/page`)).body
        const texts = await Promise.all(paths.map((path) => markdownAt(client, content, path)))
        return { paths, texts, title, icon }
      }),
    )
    expect(results[0]).toEqual(results[1])
    expect(results[0]).toEqual({
      paths: ['page', 'page/other', 'mine-1', 'mine'],
      texts: ['ONE\n\ntwo\n\nTHREE', 'Edited.', 'mine', 'yours'],
      title: 'Yours',
      icon: 'star',
    })
  })

  it('with conflicts sets the base of the change request, and does not change the space', async () => {
    const { client, space, content, proposal, proposed, live, page, conflicts } = await buildBothSides()
    await proposal.change(writePage(page, text('mine')))
    const revision = await live(writePage(page, text('yours')), insertPage('Yours', 'y'))
    const { body } = await proposal.update()
    expect(body).toEqual({ result: 'conflicts', revision: (await proposal.read()).revision })
    expect(await proposal.read()).toMatchObject({ outdated: false, revisionMergedAncestor: revision })
    expect(await conflicts()).toMatchObject([{ kind: 'body', theirs: { line: 5, markdown: 'mine' } }])
    expect(await pathsOf(client, proposed)).toEqual(['page', 'other', 'yours'])
    expect(await markdownAt(client, proposed, 'page')).toBe(text('mine'))
    expect((await client.get(space.address)).body.revision).toBe(revision)
    expect(await markdownAt(client, content, 'page')).toBe(text('yours'))
  })

  it.runIf(isLongRun)('restores a page that the space restored, and keeps edits of it', async () => {
    const { client, space, content, proposal, proposed, live, page, other } = await buildBothSides()
    const decideAll = () => client.post(`${proposal.address}/conflicts/resolve`, { others: 'theirs' })
    const { revision } = (await client.get(space.address)).body
    await proposal.change(writePage(other, 'Written here.', { title: 'Mine' }))
    await live(deletePage(other), deletePage(page))
    expect((await proposal.update()).body.result).toBe('conflicts')
    expect(await pathsOf(client, proposed)).toEqual(['other'])
    await decideAll()
    await client.post(`${space.address}/revisions/${revision}/restore`)
    // Both sides have the page and their base does not, so it is unknown which body is newer.
    expect((await proposal.merge()).body.result).toBe('conflicts')
    expect((await proposal.update()).body.result).toBe('conflicts')
    expect(await pathsOf(client, proposed)).toEqual(['page', 'other'])
    const withoutBase = await client.post(`${proposal.address}/conflicts/resolve`, { others: 'base' })
    expect([withoutBase.status, withoutBase.body.error.reason]).toEqual([409, 'CONFLICT_SIDE_MISSING'])
    await decideAll()
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await markdownAt(client, content, 'other')).toBe('Written here.')
    expect(await pageAt(client, content, 'other')).toBe(other)
    expect(await pageAt(client, content, 'page')).toBe(page)
  })
})

describe('files of both sides', () => {
  const file = (name: string, content: string) => ({
    name,
    contentType: 'text/plain',
    base64: Buffer.from(content).toString('base64'),
  })

  it('exist after a merge, with their bytes', async () => {
    const { client, content, proposal, live } = await buildBothSides()
    await proposal.change({ operation: 'insert_files', files: [file('mine.txt', 'my bytes')] })
    await live({ operation: 'insert_files', files: [file('yours.txt', 'your bytes')] })
    expect((await proposal.merge()).body.result).toBe('merge')
    const { items } = (await client.get(`${content}/files`)).body
    const bytes = await Promise.all(
      items.map(async ({ name, downloadURL }: { name: string; downloadURL: string }) => [
        name,
        await (await fetch(downloadURL)).text(),
      ]),
    )
    expect(Object.fromEntries(bytes)).toEqual({ 'mine.txt': 'my bytes', 'yours.txt': 'your bytes' })
  })
})
