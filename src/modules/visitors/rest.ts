import type { Route } from '../../rest/route.ts'

export const visitorRoutes: readonly Route[] = []
