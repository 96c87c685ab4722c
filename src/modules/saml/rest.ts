import type { Route } from '../../rest/route.ts'

export const samlRoutes: readonly Route[] = []
