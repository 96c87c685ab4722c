import type { Route } from '../../rest/route.ts'

export const publishingRoutes: readonly Route[] = []
