import type { Route } from '../../rest/route.ts'

export const inviteRoutes: readonly Route[] = []
