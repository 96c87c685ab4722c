import type { CompiledRoute } from '../rest/compiled-route.ts'
import { routeTable } from './route-table.ts'

/** All rows of the REST table in their compiled form: for the generated documentation and for tests. */
export const compiledRoutes: readonly CompiledRoute[] = routeTable.compileAll()
