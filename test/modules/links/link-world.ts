import { newId } from '../../../src/base/identifiers.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import type { Space } from '../../../src/generated/prisma/client.ts'
import type { TestApp, TestClient } from '../../support/app.ts'
import { buildContent, sendChanges } from '../../support/factories/content.ts'
import { buildOrganization, type TestUser } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
export type Sent = any

/** A space in its own organization, with helpers for tests. */
export interface LinkWorld {
  readonly organization: { readonly id: string; readonly admin: TestUser }
  readonly client: TestClient
  readonly space: Space
  /** Adds pages with these bodies and returns their ids. */
  pages(...bodies: (string | Partial<ImportedPage>)[]): Promise<string[]>
  file(name?: string): Promise<string>
  rewrite(page: string, markdown: string): Promise<void>
  remove(page: string): Promise<void>
  /** Returns the items of a list with its pagination. */
  links(query?: string): Promise<Sent>
  linksOf(page: string, query?: string): Promise<Sent>
  /** Returns the ids of the pages that link to a page or file. */
  backlinks(of: 'page' | 'files', id: string): Promise<string[]>
}

export async function buildLinkWorld(app: TestApp): Promise<LinkWorld> {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpace(app, organization)
  const at = `/spaces/${space.id}`
  const get = async (path: string) => {
    const { status, body } = await client.get(`${at}${path}`)
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return body
  }
  const change = async (...changes: object[]) => {
    const { status, body } = await sendChanges(client, space.id, ...changes)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  return {
    organization,
    client,
    space,
    pages: async (...bodies) => {
      const pages = bodies.map((body, index) => ({
        id: newId('Page'),
        title: `Page ${index + 1}`,
        ...(typeof body === 'string' ? { markdown: body } : body),
      }))
      await buildContent(app, organization.admin, space, pages)
      return pages.map(({ id }) => id)
    },
    file: async (name = 'note.txt') => {
      const base64 = Buffer.from(name).toString('base64')
      const before = (await get('/content/files')).items.map(({ id }: { id: string }) => id)
      await change({ operation: 'insert_files', files: [{ name, contentType: 'text/plain', base64 }] })
      const after = (await get('/content/files')).items.map(({ id }: { id: string }) => id)
      return after.find((id: string) => !before.includes(id))
    },
    rewrite: async (page, markdown) => {
      await change({ operation: 'update_page', page, document: { markdown } })
    },
    remove: async (page) => {
      await change({ operation: 'delete_page', page })
    },
    links: (query = '') => get(`/links${query}`),
    linksOf: (page, query = '') => get(`/content/page/${page}/links${query}`),
    backlinks: async (of, id) =>
      (await get(`/content/${of}/${id}/backlinks`)).items.map(({ page }: Sent) => page.id),
  }
}

/** Returns a summary of a link item, such as `ok page <id>`. */
export const statuses = ({ items }: { items: Sent[] }): string[] =>
  items
    .map(({ status, relation, targetReference: target }) => {
      const id =
        target &&
        (target.url ?? (target.page ?? target.file ?? target[target.kind] ?? target.reusableContent).id)
      const anchor = target?.internalLocation ? `#${target.internalLocation.anchor}` : ''
      return [status, relation, target ? `${target.kind} ${id}${anchor}` : 'nothing'].join(' ')
    })
    .sort()
