import type { Route } from './route.ts'

/** The whole REST table: the modules' tables, concatenated. */
export const routes: readonly Route[] = []
