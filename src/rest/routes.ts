import { collectionRoutes } from '../modules/collections/rest.ts'
import { memberRoutes } from '../modules/members/rest.ts'
import { organizationRoutes } from '../modules/organizations/rest.ts'
import { spaceRoutes } from '../modules/spaces/rest.ts'
import { userRoutes } from '../modules/users/rest.ts'
import type { Route } from './route.ts'

/** The whole REST table: the modules' tables, concatenated. */
export const routes: readonly Route[] = [
  ...userRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...collectionRoutes,
  ...spaceRoutes,
]
