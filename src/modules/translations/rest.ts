import type { Route } from '../../rest/route.ts'

export const translationRoutes: readonly Route[] = []
