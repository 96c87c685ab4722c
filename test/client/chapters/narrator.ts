import type { TestApp } from '../../support/app.ts'
import { type Exchange, recordingFetch } from '../../support/contract-recorder.ts'
import {
  buildMember,
  buildOrganization,
  buildUser,
  type TestUser,
} from '../../support/factories/organizations.ts'
import { customFieldsClient, type PublishedClient, publishedClient } from '../../support/published-client.ts'

/** The fixtures of a chapter: the people of an organization of its own, and clients whose exchanges are recorded. */
export interface Narrator {
  readonly app: TestApp
  readonly organization: { readonly id: string; readonly admin: TestUser }
  readonly reviewer: TestUser
  /** The client of the admin. */
  readonly client: PublishedClient
  clientOf(holder: { token: string }): PublishedClient
  /** The client of the admin with the contract that has custom fields. */
  readonly olderClient: PublishedClient
  /** A user in no organization. */
  stranger(): Promise<TestUser>
  /** Changes content, which no operation of the published contract does. */
  write(address: string, ...changes: object[]): Promise<void>
}

export type Chapter = (narrator: Narrator) => Promise<void>

/** Runs a chapter, and returns the exchanges of the published clients. */
export async function record(app: TestApp, chapter: Chapter): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = []
  const organization = await buildOrganization(app)
  const send = recordingFetch(exchanges)
  const clientOf = (holder: { token: string }) => publishedClient(app.url, holder, send)
  await chapter({
    app,
    organization,
    reviewer: await buildMember(app, organization.id, 'REVIEW'),
    client: clientOf(organization.admin),
    clientOf,
    olderClient: customFieldsClient(app.url, organization.admin, send),
    stranger: () => buildUser(app),
    write: async (address, ...changes) => {
      const { status, body } = await app.as(organization.admin).post(`${address}/content`, { changes })
      if (status !== 200) throw new Error(`${address} was not written: ${JSON.stringify(body)}`)
    },
  })
  return exchanges
}
