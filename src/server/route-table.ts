import { RouteTable } from '../rest/compiled-route.ts'
import { schema } from './graph.ts'
import { routes } from './routes.ts'

export const routeTable = new RouteTable(schema, routes)
