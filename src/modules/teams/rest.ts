import type { Route } from '../../rest/route.ts'

export const teamRoutes: readonly Route[] = []
