import { pino } from 'pino'
import { newId } from '../../../src/base/identifiers.ts'
import { identifyDocument } from '../../../src/formats/body/documents.ts'
import type {
  ImportedFile,
  ImportedPage,
  SourceCommit,
} from '../../../src/formats/import/imported-content.ts'
import { commitImportedTree } from '../../../src/modules/content/import-tree.ts'
import {
  type ContentTarget,
  liveContent,
  writeRevision,
} from '../../../src/modules/content/revision-writer.ts'
import type { Context } from '../../../src/request/context.ts'
import type { TestApp, TestClient } from '../app.ts'

/** Returns a context such as a request of the user would have, for calling services directly. */
export function contextOf(app: TestApp, userId: string): Context {
  return {
    requestId: 'test',
    logger: pino({ level: 'silent' }),
    config: app.config,
    database: app.database,
    api: 'rest',
    viewer: {
      kind: 'member',
      userId,
      tokenId: 'test',
      scopes: [],
      memberships: new Map(),
      onlyEventsOf: null,
      deletedOrganizations: new Set(),
      teams: new Map(),
      grants: { spaces: new Map(), collections: new Map(), sites: new Map() },
    },
  }
}

/** Builds a page with `width` subpages, each with `width` of its own, down to `depth` levels. */
export function buildPageTree(title: string, width: number, depth: number): ImportedPage {
  const subpages = depth > 1 ? Array.from({ length: width }, (_, index) => `${title} ${index + 1}`) : []
  return {
    id: newId('Page'),
    title,
    markdown: `The body of ${title}.`,
    pages: subpages.map((subtitle) => buildPageTree(subtitle, width, depth - 1)),
  }
}

/** Puts pages and files into a space as one revision, without asking for rights. */
export async function buildContent(
  app: TestApp,
  user: { id: string },
  space: { id: string },
  pages: readonly ImportedPage[],
  files: readonly ImportedFile[] = [],
  git?: SourceCommit,
) {
  const { revision } = await commitImportedTree(contextOf(app, user.id), liveContent(space.id), {
    pages,
    files,
    git,
  })
  return revision
}

/** Adds a reusable content, or writes the one of the id, which no operation does. Returns its id. */
export async function buildReusableContent(
  app: TestApp,
  user: { id: string },
  target: ContentTarget,
  { id = newId('ReusableContent'), title = 'Snippet', markdown = 'Again and again.' } = {},
): Promise<string> {
  const document = identifyDocument({ markdown })
  await writeRevision(contextOf(app, user.id), target, async () => ({
    changes: {
      reusable: { written: [{ reusableId: id, title, documentId: document?.id }] },
      documents: document && [document],
    },
    result: undefined,
  }))
  return id
}

/** Sends a batch of changes and returns the answer. */
export const sendChanges = (client: TestClient, spaceId: string, ...changes: object[]) =>
  client.post(`/spaces/${spaceId}/content`, { changes })

/** Adds one page by a batch of its own and returns its id. */
export async function buildPage(client: TestClient, spaceId: string, page: object = {}): Promise<string> {
  const answer = await sendChanges(client, spaceId, {
    operation: 'insert_page',
    document: { markdown: '' },
    ...page,
  })
  if (answer.status !== 200) throw new Error(`no page was made: ${JSON.stringify(answer.body)}`)
  return answer.body.changes[0].page.id
}

/** Returns the tree as `[title, [subpages]]`, read back from the pages list. */
export async function outlineOf(client: TestClient, spaceId: string): Promise<unknown> {
  const { body } = await client.get(`/spaces/${spaceId}/content/pages`)
  type Sent = { title: string; pages?: Sent[] }
  const outline = (pages: Sent[]): unknown[] =>
    pages.map((page) => [page.title, ...(page.pages?.length ? [outline(page.pages)] : [])])
  return outline(body.pages)
}

/** Returns the change that adds a page of this title and body. */
export const insertPage = (title: string, markdown = '', more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
})

/** Returns the change that replaces the body of a page. */
export const writePage = (page: string, markdown: string, more: object = {}) => ({
  operation: 'update_page',
  page,
  document: { markdown },
  ...more,
})

export const deletePage = (page: string) => ({ operation: 'delete_page', page })
