import type { Route } from '../../rest/route.ts'

export const customizationRoutes: readonly Route[] = []
