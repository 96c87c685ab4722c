import type { Route } from '../../rest/route.ts'

export const redirectRoutes: readonly Route[] = []
