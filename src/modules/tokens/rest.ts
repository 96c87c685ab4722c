import type { Route } from '../../rest/route.ts'

export const tokenRoutes: readonly Route[] = []
