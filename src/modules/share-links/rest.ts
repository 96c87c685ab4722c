import type { Route } from '../../rest/route.ts'

export const shareLinkRoutes: readonly Route[] = []
