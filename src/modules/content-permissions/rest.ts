import type { Route } from '../../rest/route.ts'

export const contentPermissionRoutes: readonly Route[] = []
