import type { Route } from '../../rest/route.ts'

export const publishedSiteRoutes: readonly Route[] = []
