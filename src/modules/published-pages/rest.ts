import type { Route } from '../../rest/route.ts'

export const publishedPageRoutes: readonly Route[] = []
