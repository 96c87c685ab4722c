import { expect } from 'vitest'
import type { TestApp, TestClient } from '../../support/app.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'

export interface NewPage {
  readonly title: string
  readonly markdown?: string
  readonly description?: string
}

export interface Place {
  readonly organizationId: string
  readonly client: TestClient
  readonly spaceId: string
}

export async function write(client: TestClient, spaceId: string, pages: readonly NewPage[]): Promise<void> {
  const changes = pages.map(({ title, description, markdown = '' }) => ({
    operation: 'insert_page',
    title,
    description,
    document: { markdown },
  }))
  const answer = await client.post(`/spaces/${spaceId}/content`, { changes })
  expect(answer.body.error).toBeUndefined()
}

/** Builds a space with pages, in its own organization. */
export async function buildSpace(app: TestApp, ...pages: readonly NewPage[]): Promise<Place> {
  const { id: organizationId, admin } = await buildOrganization(app)
  const client = app.as(admin)
  const spaceId = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Searched', empty: true }))
    .body.id
  if (pages.length > 0) await write(client, spaceId, pages)
  return { organizationId, client, spaceId }
}

export const search = async ({ client, spaceId }: Place, query: string, more = '') => {
  const answer = await client.get(`/spaces/${spaceId}/search?query=${encodeURIComponent(query)}${more}`)
  expect({ query, status: answer.status }).toEqual({ query, status: 200 })
  return answer.body
}

export const titles = async (place: Place, query: string): Promise<string[]> =>
  (await search(place, query)).items.map(({ title }: { title: string }) => title)

export const pageNamed = async ({ client, spaceId }: Place, title: string) =>
  (await client.get(`/spaces/${spaceId}/content`)).body.pages.find(
    (page: { title: string }) => page.title === title,
  )
