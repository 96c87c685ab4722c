import { type CompiledRoute, compileRoutes } from '../rest/compiled-route.ts'
import { schema } from './graph.ts'
import { routes } from './routes.ts'

/** The REST table, compiled against the graph once for the process. */
export const compiledRoutes: readonly CompiledRoute[] = compileRoutes(schema, routes)
