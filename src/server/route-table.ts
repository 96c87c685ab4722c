import { RouteTable } from '../rest/compiled-route.ts'
import { schema } from './graph.ts'
import { routes } from './routes.ts'

/** The REST table of the process. */
export const routeTable = new RouteTable(schema, routes)
