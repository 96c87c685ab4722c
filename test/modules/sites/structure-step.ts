import type { TestSite } from '../../support/factories/sites.ts'
import type { Model, ModelSiteSpace } from './structure-model.ts'

/** The members of an answer of the server that the model needs. */
export interface Reply {
  readonly id: string
  readonly siteSpaces: readonly { readonly id: string }[]
}

/** A request, the status that the model expects of it, and what it then does to the model. */
export interface Step {
  readonly method: 'post' | 'patch' | 'delete'
  readonly path: string
  readonly body?: object
  readonly status: number
  /** `gathered` is the id of the section that was made for the site-spaces at the root. */
  readonly apply?: (reply: Reply, gathered: string | undefined) => void
}

export interface Space {
  readonly id: string
  /** The path that its title gives. */
  readonly path: string
}

/** The objects that operations choose from, and the numbers by which they choose. */
export interface Situation {
  readonly site: TestSite
  readonly model: Model
  readonly spaces: readonly Space[]
  readonly numbers: readonly number[]
}

export type Operation = (situation: Situation) => Step | null

export const pick = <Item>(items: readonly Item[], number = 0): Item | undefined =>
  items[number % (items.length || 1)]
export const isHidden = (model: Model, { spaceId }: ModelSiteSpace) => model.deleted.has(spaceId)
