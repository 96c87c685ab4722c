import type { Route } from '../../src/rest/route.ts'

export const rowName = (route: Route): string => `${route.method} ${route.path}`
