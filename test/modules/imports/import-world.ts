import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { type SourceServer, startSourceServer } from './source-server.ts'

export interface ImportWorld {
  readonly app: TestApp
  /** An administrator of the organization. */
  readonly client: TestClient
  readonly organizationId: string
  /** Serves what is imported. */
  readonly server: SourceServer
}

/** Starts what the imports of a file of tests need before its tests, and ends it after them. */
export function useImportWorld(): ImportWorld {
  const world = {} as ImportWorld
  beforeAll(async () => {
    const app = await startTestApp()
    const { id, admin } = await buildOrganization(app)
    Object.assign(world, {
      app,
      client: app.as(admin),
      organizationId: id,
      server: await startSourceServer(),
    } satisfies ImportWorld)
  })
  afterAll(async () => {
    world.server.close()
    await world.app.close()
  })
  return world
}
