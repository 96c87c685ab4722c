import type { Route } from '../../rest/route.ts'

export const openAPISpecRoutes: readonly Route[] = []
