import type { Route } from '../../rest/route.ts'

export const customFieldRoutes: readonly Route[] = []
