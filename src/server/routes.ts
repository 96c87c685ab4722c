import { deriveRoutes } from '../rest/derive-route.ts'
import type { Route } from '../rest/route.ts'
import { schema } from './graph.ts'
import { modules } from './modules.ts'

const rows = await Promise.all(modules.map((module) => module.routes?.() ?? []))

/** The REST API: the rows of all modules. The id of a site, team or font names it without its organization. */
export const routes: readonly Route[] = deriveRoutes(schema, rows.flat(), { owners: ['organizationId'] })
